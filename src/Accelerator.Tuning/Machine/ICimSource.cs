namespace Accelerator.Tuning.Machine;

/// <summary>CIM's network classes: numbers and English names in every language of Windows.</summary>
public interface ICimSource
{
    /// <summary>All instances of a class of <c>root\StandardCimv2</c>, each as its properties in digits or text; a property without a value is left out.</summary>
    /// <exception cref="CimException">CIM, or the class, is not there.</exception>
    Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string className, CancellationToken cancellationToken);

    /// <summary>Calls a method without arguments of one instance.</summary>
    /// <param name="className">The class.</param>
    /// <param name="key">The property that picks the instance.</param>
    /// <param name="value">Its value, in any case.</param>
    /// <param name="method">The method.</param>
    /// <param name="cancellationToken">Gives up before the call, not in it.</param>
    /// <exception cref="CimException">CIM, the class or the instance is not there, or the method returned another number than 0.</exception>
    Task InvokeAsync(string className, string key, string value, string method, CancellationToken cancellationToken);
}
