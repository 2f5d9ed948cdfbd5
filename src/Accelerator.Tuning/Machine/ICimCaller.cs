namespace Accelerator.Tuning.Machine;

/// <summary>Calls methods of the CIM network classes.</summary>
public interface ICimCaller
{
    /// <summary>Calls a method without arguments on one instance.</summary>
    /// <param name="className">The class.</param>
    /// <param name="key">The property that picks the instance.</param>
    /// <param name="value">The value of that property, in any letter case.</param>
    /// <param name="method">The method.</param>
    /// <param name="cancellationToken">A token to cancel before the call, not during it.</param>
    /// <exception cref="CimException">CIM, the class or the instance does not exist, or the method returned a number other than
    /// 0.</exception>
    Task InvokeAsync(string className, string key, string value, string method, CancellationToken cancellationToken);
}
