namespace Accelerator.Ftp.Listings;

/// <summary>Decides whether a listing is complete. A 226 alone is no evidence of it.</summary>
internal static class ListingPolicy
{
    /// <summary>
    /// Numbers of names at which servers cut off: Pure-FTPd at 10,000 and formerly at 2,000 (<c>-L</c>), which is also the example in
    /// ProFTPD's manual (<c>ListOptions maxfiles</c>, which is silent: measured, 1.3.8), and others at 1,000 (lavv17/lftp issue 594).
    /// </summary>
    private static readonly long[] UsualLimits = [1_000, 2_000, 10_000];

    /// <summary>
    /// Replies of vsftpd and Pure-FTPd for an empty folder and, unlike other servers, not for one that may not be read (measured: 3.0.3,
    /// 1.0.50).
    /// </summary>
    private static readonly string[] SureSigns = ["Directory send OK", "0 matches total"];

    /// <summary>Final replies of servers that cut nothing off, or report it: vsftpd, Pure-FTPd.</summary>
    private static readonly string[] WholeSigns = ["Directory send OK", "matches total"];

    /// <summary>Refusals of servers that do not list an empty folder: ProFTPD's NLST, IIS, Wii U's and others.</summary>
    private static readonly string[] EmptySigns = ["no files", "no such file", "not found", "empty"];

    private static readonly string[] EmptyByPathSigns = ["no files", "empty"];

    /// <summary>Returns all doubts, the gravest first; none means that the listing is complete.</summary>
    public static IReadOnlyList<ListingDoubt> Judge(ListingOutcome outcome)
    {
        var doubts = new List<ListingDoubt>();
        // The server's reply to a listing that was abandoned decides nothing.
        if (outcome.ByteLimit is { } limit)
            Add(ListingDoubtKind.TooLarge, $"it is larger than the limit of {limit:N0} bytes; reading stopped after "
                + $"{CountText.Of(outcome.Listed, "name")}. If the folder is that large, raise the limit: max-listing of ftpx site set, "
                + "max_listing of a job's server");
        else if (outcome.IsCut) Add(ListingDoubtKind.TooMany, $"it has more lines than ftpx reads; reading stopped after {outcome.Listed} "
            + "names");
        else if (outcome.FinalReply is not { } reply) Add(ListingDoubtKind.NoFinalReply, "the server did not confirm the end");
        else if (!reply.IsSuccess)
        {
            if (!outcome.NothingMeansEmpty || !SaysEmpty(reply))
                Add(ListingDoubtKind.Refused, $"the server ended with \"{reply}\"");
        }
        else if (!outcome.IsUsualEnd && !FinalText.SaysDone(reply, outcome.Listed))
            Add(ListingDoubtKind.SaidSo, $"the server said \"{reply}\"");
        if (!outcome.DataEnded) Add(ListingDoubtKind.DataNotEnded, "the server reported the end but left the data connection open");
        if (outcome.LacksCloseNotify)
            Add(ListingDoubtKind.NoCloseNotify, "its encrypted data connection ended without TLS's close_notify, so it may have been cut "
                + "off on the network; a server that never sends close_notify must be updated or reconfigured");
        if (UsualLimit(outcome) is { } round && round >= outcome.LongestListing
            && !(outcome.FinalReply is { } end && Says(end, WholeSigns)))
            Add(ListingDoubtKind.UsualLimit, $"it has exactly {round} names, a limit at which servers are known to truncate listings");
        if (outcome.IsLastLineOpen) Add(ListingDoubtKind.LastLineOpen, "its last line is incomplete");
        if (outcome.UnreadLines > 0)
            Add(ListingDoubtKind.UnreadLines,
                $"{CountText.Of(outcome.UnreadLines, "line")} could not be parsed, the first is \"{outcome.FirstUnread}\"");
        if (outcome.RefusedNames > 0)
            Add(ListingDoubtKind.RefusedNames,
                $"{CountText.Of(outcome.RefusedNames, "unsafe name")} rejected, the first is \"{outcome.FirstRefused}\"");
        if (outcome.UncertainNames > 0)
            Add(ListingDoubtKind.UncertainNames,
                $"{CountText.Of(outcome.UncertainNames, "ambiguous name")}, the first is \"{outcome.FirstUncertain}\"");
        if (outcome.Command == ListingCommand.Nlst)
            Add(ListingDoubtKind.NamesOnly, "the server sends names only, and possibly omits folders");
        if (!outcome.HasLines && !outcome.NothingMeansEmpty
            && !(outcome.FinalReply is { IsSuccess: true } last && last.Lines.Any(line => SureSigns.Any(line.StartsWith))))
            Add(ListingDoubtKind.Nothing, "the listing is empty, which servers also send for a folder without read permission");
        return doubts;

        void Add(ListingDoubtKind kind, string why) => doubts.Add(new ListingDoubt(kind, $"{outcome.What} may be incomplete: {why}."));
    }

    /// <summary>Returns whether a refusal to list the current folder means that it is empty.</summary>
    public static bool SaysEmpty(FtpReply reply) => reply.Code is 450 or 550 && Says(reply, EmptySigns);

    /// <summary>Returns whether a refusal to list a folder by its path means that it is empty, and not that there is none.</summary>
    public static bool SaysEmptyByPath(FtpReply reply) => reply.Code is 450 or 550 && Says(reply, EmptyByPathSigns);

    // A limit may count the folder's own two lines or not.
    private static long? UsualLimit(ListingOutcome outcome) =>
        UsualLimits.Contains(outcome.Listed) ? outcome.Listed
        : UsualLimits.Contains(outcome.Listed - outcome.OwnLines) ? outcome.Listed - outcome.OwnLines : null;

    private static bool Says(FtpReply reply, string[] signs) =>
        reply.Lines.Any(line => signs.Any(sign => line.Contains(sign, StringComparison.OrdinalIgnoreCase)));
}
