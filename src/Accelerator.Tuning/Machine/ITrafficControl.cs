namespace Accelerator.Tuning.Machine;

/// <summary>Shows and changes the queue disciplines of Linux, as the program tc does.</summary>
public interface ITrafficControl
{
    /// <summary>Returns the queue disciplines of an interface in tc's JSON; null if there is no tc or it does not answer.</summary>
    Task<string?> ShowAsync(string link, CancellationToken cancellationToken);

    /// <summary>Runs <c>tc qdisc</c>.</summary>
    /// <param name="words">The arguments after <c>qdisc</c>.</param>
    /// <returns>Why tc or the kernel refused, as part of a sentence; null if tc reports success.</returns>
    Task<string?> ChangeAsync(IReadOnlyList<string> words, CancellationToken cancellationToken);
}
