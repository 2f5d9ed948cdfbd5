using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>Prints a listing, reports what may be missing from it, and records whether anything is missing.</summary>
/// <param name="lines">Formats the lines.</param>
/// <param name="output">The output.</param>
/// <param name="isClosed">Returns whether the reader of the output is gone.</param>
/// <param name="say">Receives sentences about missing entries.</param>
internal sealed class ListingPrinter(IListingLines lines, TextWriter output, Func<bool> isClosed, Action<string> say)
{
    private const int LinesBetweenLooks = 100;

    private readonly ListingGaps _gaps = new(say);
    private FtpPath? _begun;

    /// <summary>The number of entries printed so far.</summary>
    public long Printed { get; private set; }

    /// <summary>Whether the listing is complete as far as is known.</summary>
    public bool IsComplete => _gaps.IsComplete;

    /// <summary>Starts a folder that is one of several; a folder without entries is not shown.</summary>
    public void Begin(FtpPath folder) => _begun = folder;

    /// <summary>Shows the heading of the folder, even if the folder may be empty.</summary>
    /// <exception cref="IOException">The output cannot be written.</exception>
    /// <exception cref="OutputClosedException">The reader of the output is gone.</exception>
    public void ShowHead()
    {
        if (_begun is not { } folder) return;
        _begun = null;
        Write(lines.Head(folder));
    }

    /// <summary>Prints an entry.</summary>
    /// <inheritdoc cref="ShowHead"/>
    public void Print(FtpPath folder, ListingEntry entry)
    {
        ShowHead();
        output.WriteLine(lines.Entry(folder, entry));
        if (Printed++ % LinesBetweenLooks == 0) RefuseClosed();
    }

    /// <summary>Ends a folder of a tree.</summary>
    /// <inheritdoc cref="ShowHead"/>
    public void End(ListedFolder folder)
    {
        Write(lines.End(folder.Path, folder.Outcome, folder.Problem, folder.Unentered));
        _gaps.Add(folder);
    }

    /// <summary>Ends a single folder.</summary>
    /// <inheritdoc cref="ShowHead"/>
    public void End(FtpPath folder, ListingOutcome outcome)
    {
        Write(lines.End(folder, outcome, null, []));
        _gaps.Add(outcome);
    }

    /// <summary>Reports that something is missing.</summary>
    public void Miss(string sentence) => _gaps.Miss(sentence);

    /// <summary>Ends the listing.</summary>
    public void Finish() => _gaps.Finish();

    private void Write(IEnumerable<string> text)
    {
        foreach (var line in text) output.WriteLine(line);
        RefuseClosed();
    }

    private void RefuseClosed()
    {
        if (isClosed()) throw new OutputClosedException();
    }
}
