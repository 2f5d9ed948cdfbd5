using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>Prints a listing, says what may be missing from it, and knows whether anything is.</summary>
/// <param name="lines">Makes the lines.</param>
/// <param name="output">Takes them.</param>
/// <param name="isClosed">Whether nobody reads the output any more.</param>
/// <param name="say">Takes sentences about what is missing.</param>
internal sealed class ListingPrinter(IListingLines lines, TextWriter output, Func<bool> isClosed, Action<string> say)
{
    private const int LinesBetweenLooks = 100;

    private FtpPath? _begun;
    private long _unlisted;

    /// <summary>Entries so far.</summary>
    public long Printed { get; private set; }

    /// <summary>Whether nothing is known to be missing.</summary>
    public bool IsComplete { get; private set; } = true;

    /// <summary>What comes next is of this folder, one of several; where nothing comes, nothing is shown of it.</summary>
    public void Begin(FtpPath folder) => _begun = folder;

    /// <summary>Shows the folder's head, though it may be empty.</summary>
    /// <exception cref="IOException">The output cannot be written.</exception>
    /// <exception cref="OutputClosedException">Nobody reads it any more.</exception>
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

    /// <summary>A folder of a tree has been printed.</summary>
    /// <inheritdoc cref="ShowHead"/>
    public void End(ListedFolder folder)
    {
        Write(lines.End(folder.Path, folder.Outcome, folder.Problem, folder.Unentered));
        if (folder.Outcome is { } outcome) Miss(outcome);
        foreach (var left in folder.Unentered) Miss(left.Why);
        // Of a server that is gone one sentence is enough.
        if (folder.Problem is { InnerException: TransferException }) _unlisted++;
        else if (folder.Problem is { } problem) Miss(problem.Message);
    }

    /// <summary>A single folder has been printed.</summary>
    /// <inheritdoc cref="ShowHead"/>
    public void End(FtpPath folder, ListingOutcome outcome)
    {
        Write(lines.End(folder, outcome, null, []));
        Miss(outcome);
    }

    /// <summary>Says that something is missing.</summary>
    public void Miss(string sentence)
    {
        IsComplete = false;
        say(SafeText.Escape(sentence));
    }

    /// <summary>All has been printed.</summary>
    public void Finish()
    {
        if (_unlisted > 0) Miss($"{Format.Count((int)_unlisted, "more folder")} could not be listed any more.");
    }

    // The gravest doubt is enough; JSON has all.
    private void Miss(ListingOutcome outcome)
    {
        if (outcome.Doubts is [var gravest, ..]) Miss(gravest.Text);
    }

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
