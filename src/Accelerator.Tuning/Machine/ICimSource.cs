namespace Accelerator.Tuning.Machine;

/// <summary>CIM's network classes: numbers and English names in every language of Windows.</summary>
public interface ICimSource
{
    /// <summary>All instances of a class of <c>root\StandardCimv2</c>, each as its properties in digits or text; a property without a value is left out.</summary>
    /// <exception cref="CimException">CIM, or the class, is not there.</exception>
    Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string className, CancellationToken cancellationToken);

    /// <summary>The same of another namespace, as in <c>root\Microsoft\Windows\Defender</c>; a list of texts comes as one text, a line each. Default: it is not there.</summary>
    /// <exception cref="CimException">CIM, the namespace or the class is not there.</exception>
    Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken) =>
        throw new CimException($"CIM has no namespace {space}");
}
