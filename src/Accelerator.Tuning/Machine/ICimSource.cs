namespace Accelerator.Tuning.Machine;

/// <summary>CIM's classes: numbers and English names in every language of Windows.</summary>
public interface ICimSource
{
    /// <summary>
    /// All instances of a class, each as its properties in digits or text; a property without a value is left out, and a list of texts
    /// comes as one text, a line each.
    /// </summary>
    /// <param name="space">One of <see cref="CimSpaces"/>.</param>
    /// <param name="className">The class.</param>
    /// <param name="cancellationToken">Gives up before the query, not in it.</param>
    /// <exception cref="CimException">CIM, the namespace or the class is not there.</exception>
    Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(
        string space, string className, CancellationToken cancellationToken);
}
