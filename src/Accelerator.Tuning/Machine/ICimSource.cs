namespace Accelerator.Tuning.Machine;

/// <summary>Queries CIM classes, whose numbers and English names are the same in every language of Windows.</summary>
public interface ICimSource
{
    /// <summary>
    /// Returns all instances of a class, each as its properties in digits or text; a property without a value is omitted, and a list of
    /// strings becomes one string with a line for each.
    /// </summary>
    /// <param name="space">One of <see cref="CimSpaces"/>.</param>
    /// <param name="className">The class.</param>
    /// <param name="cancellationToken">A token to cancel before the query, not during it.</param>
    /// <exception cref="CimException">CIM, the namespace or the class does not exist.</exception>
    Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(
        string space, string className, CancellationToken cancellationToken);
}
