namespace Accelerator.Tuning.Machine;

/// <summary>CIM's network classes: numbers and English names in every language of Windows.</summary>
public interface ICimSource
{
    /// <summary>All instances of a class of <c>root\StandardCimv2</c>, each as its properties in digits or text; a property without a value is left out.</summary>
    /// <exception cref="CimException">CIM, or the class, is not there.</exception>
    Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string className, CancellationToken cancellationToken);
}
