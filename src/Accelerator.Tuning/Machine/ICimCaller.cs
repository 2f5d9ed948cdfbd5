namespace Accelerator.Tuning.Machine;

/// <summary>Methods of CIM's network classes.</summary>
public interface ICimCaller
{
    /// <summary>Calls a method without arguments of one instance.</summary>
    /// <param name="className">The class.</param>
    /// <param name="key">The property that picks the instance.</param>
    /// <param name="value">Its value, in any case.</param>
    /// <param name="method">The method.</param>
    /// <param name="cancellationToken">Gives up before the call, not in it.</param>
    /// <exception cref="CimException">CIM, the class or the instance is not there, or the method returned another number than
    /// 0.</exception>
    Task InvokeAsync(string className, string key, string value, string method, CancellationToken cancellationToken);
}
