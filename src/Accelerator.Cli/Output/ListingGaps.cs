using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Output;

/// <summary>Reports what may be missing from listings, and records whether anything is.</summary>
/// <param name="say">Receives the sentences.</param>
internal sealed class ListingGaps(Action<string> say)
{
    private long _unlisted;

    /// <summary>Whether the listings are complete as far as is known.</summary>
    public bool IsComplete { get; private set; } = true;

    /// <summary>Reports that something is missing.</summary>
    public void Miss(string sentence)
    {
        IsComplete = false;
        say(sentence);
    }

    /// <summary>Reports what is missing from a folder of a tree.</summary>
    public void Add(ListedFolder folder)
    {
        if (folder.Outcome is { } outcome) Add(outcome);
        foreach (var left in folder.Unentered) Miss(left.Why);
        // If the server is gone, one sentence is enough for all remaining folders.
        if (folder.Problem is { InnerException: TransferException }) _unlisted++;
        else if (folder.Problem is { } problem) Miss(problem.Message);
    }

    /// <summary>Reports what is missing from a listing. The most serious doubt is enough; JSON has all of them.</summary>
    public void Add(ListingOutcome outcome)
    {
        if (outcome.Doubts is [var gravest, ..]) Miss(gravest.Text);
    }

    /// <summary>Reports the folders that were not listed because the server was lost.</summary>
    public void Finish()
    {
        if (_unlisted > 0) Miss($"{Format.Count(_unlisted, "more folder")} could not be listed.");
    }
}
