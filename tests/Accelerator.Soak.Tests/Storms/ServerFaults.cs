namespace Accelerator.Soak.Tests.Storms;

/// <summary>
/// The faults of servers in a storm, drawn from a seed. Two faults are excluded, because without a hash no client can detect them: wrong
/// bytes in the middle of a range, and a listing that ends early at a line's end with a 226.
/// </summary>
internal static class ServerFaults
{
    private const int LongestReply = 64 << 10;

    private static readonly string[] Verbs = ["USER", "PASS", "TYPE", "FEAT", "SIZE", "MDTM", "EPSV", "REST", "RETR", "MLSD", "NOOP", "CWD", "OPTS"];

    private static readonly string[] Refused = [.. Verbs.Where(verb => verb != "MDTM")];

    private static readonly string[] Refusals =
    [
        "421 Too many connections, try again later.", "425 Can't open data connection.", "426 Connection closed; transfer aborted.",
        "450 File busy.", "451 Local error in processing.", "500 What?", "530 Sorry, the maximum number of clients is connected.", "550 No such file.",
    ];

    private static readonly Func<Dice, Fault>[] Drawn =
    [
        // Data that ends early, or late, or not at all.
        dice => Retr(dice).DropAfter(Bytes(dice)),
        dice => Retr(dice).ResetAfter(Bytes(dice)),
        dice => Retr(dice).ResetAfter(Bytes(dice), reply: ""),
        dice => Retr(dice).EndShortAfter(Bytes(dice)),
        dice => Retr(dice).StallAfter(Bytes(dice)),
        dice => Retr(dice).StallAfter(Bytes(dice), Pause(dice)),
        dice => Retr(dice).SlowAfter(Bytes(dice), 1000 + dice.Below(100_000)),
        dice => Retr(dice).CloseControlAfter(Bytes(dice), Ending(dice)),
        dice => Retr(dice).StallBeforePreliminary(),
        // Data that was not requested.
        dice => Retr(dice).IgnoreRest(),
        dice => Retr(dice).FromOffset(1).RestOffBy(1 - dice.Below(3)),
        dice => Retr(dice).FromOffset(1).RestOffBy(dice.Below(100_000)),
        dice => Retr(dice).SendExtra(1 + dice.Below(10_000)),
        // Replies around the data.
        dice => Retr(dice).Refuse(dice.Of(Refusals)),
        dice => Retr(dice).Final(dice.Of(Refusals)),
        dice => Retr(dice).NoFinal(),
        dice => Retr(dice).TwoFinals(),
        dice => Retr(dice).MultiLineFinal(),
        dice => Retr(dice).NoPreliminary(),
        dice => Retr(dice).DelayPreliminary(Pause(dice)),
        dice => Retr(dice).DelayFinal(Pause(dice)),
        dice => Retr(dice).PreliminaryAfter(Bytes(dice)),
        dice => Retr(dice).FinalBeforeLast(1 + dice.Below(100_000), Pause(dice)),
        // Listings.
        dice => Listing(dice).DropAfter(dice.Below(4000)),
        dice => Listing(dice).ResetAfter(dice.Below(4000)),
        dice => Listing(dice).StallAfter(dice.Below(4000)),
        dice => Listing(dice).Refuse(dice.Of(Refusals)),
        // Replies.
        dice => Command(dice, dice.Of(Refused)).Reply(dice.Of(Refusals)),
        dice => Command(dice).NeverAnswer(),
        dice => Command(dice).After(Pause(dice)),
        dice => Command(dice).CloseControl(Ending(dice)),
        dice => Command(dice).CloseControlAfterReply(Ending(dice)),
        dice => Command(dice).FragmentReply(),
        dice => Command(dice).EndlessReply(LongestReply),
        dice => Command(dice).ThenSend("226 Transfer complete.\r\n"),
        dice => Command(dice).ThenSend("421 Timeout.\r\n", thenClose: Ending(dice)),
        dice => Command(dice, "EPSV").RefusingPort(),
        dice => Command(dice, "EPSV").SilentPort(),
        dice => Command(dice, "EPSV").ListenLate(),
        dice => Command(dice, "EPSV").PassiveReply(PassiveForms.NoPort),
        dice => Command(dice, "EPSV").PassiveReply(PassiveForms.MissingDelimiter),
        dice => Command(dice, "SIZE").AlterReply(reply => reply + "0"),
        // Only once: a server that reports the same wrong time, or none, before and after a change would hide the change.
        dice => Fault.OnCommand("MDTM").Times(1).Reply($"213 {WrongTime(dice):yyyyMMddHHmmss}"),
        // Connections.
        dice => Connection(dice).Refuse(),
        dice => Connection(dice).CloseWithoutBanner(),
        dice => Connection(dice).Reset(),
        dice => Connection(dice).NeverAnswer(),
        dice => Connection(dice).BannerAfter(Pause(dice)),
        dice => Connection(dice).Banner("HTTP/1.1 400 Bad Request"),
        dice => Connection(dice).FragmentReplies(),
        dice => Connection(dice).KillWhenIdle(TimeSpan.FromMilliseconds(100 + dice.Below(1000))),
        dice => Connection(dice).RemarkWhenIdle(TimeSpan.FromMilliseconds(100 + dice.Below(1000)), "120 Still here."),
    ];

    // Faults that only a check of the bytes detects: no reply distinguishes these bytes from right ones.
    private static readonly Func<Dice, Fault>[] Lies =
    [
        dice => Fault.OnRetr().Times(1 + dice.Below(20)).IgnoreRest(),
        dice => Fault.OnRetr().FromOffset(1).Times(1 + dice.Below(20)).RestOffBy(1 + dice.Below(1000)),
        dice => Fault.OnRetr().FromOffset(1).Times(1 + dice.Below(20)).RestOffBy(-1 - dice.Below(1000)),
        dice => Fault.OnRetr().Times(1 + dice.Below(20)).EndShortAfter(Bytes(dice)),
    ];

    // One of a thousand million: two spells with the same wrong time would hide a change from a run that lasts from one spell to the other.
    private static DateTime WrongTime(Dice dice) => DateTime.UnixEpoch.AddSeconds(dice.Below(1_000_000_000));

    /// <summary>Returns a fault that sends wrong bytes, many times in a row.</summary>
    public static Fault DrawLie(Dice dice) => dice.Of(Lies)(dice);

    public static Fault Draw(Dice dice) => dice.Of(Drawn)(dice);

    public static CloseKind Ending(Dice dice) => dice.OneIn(2) ? CloseKind.Fin : CloseKind.Reset;

    private static TransferTrigger Retr(Dice dice) => Sometimes(dice, Fault.OnRetr());

    private static TransferTrigger Listing(Dice dice) => Sometimes(dice, Fault.OnListing());

    private static CommandTrigger Command(Dice dice, string? verb = null) => Sometimes(dice, Fault.OnCommand(verb ?? dice.Of(Verbs)));

    private static ConnectionTrigger Connection(Dice dice) => Sometimes(dice, Fault.OnConnection());

    // Often enough to occur in a spell of seconds, and seldom enough that some transfers succeed.
    private static T Sometimes<T>(Dice dice, FaultTrigger<T> trigger)
        where T : FaultTrigger<T> => trigger.Times(1 + dice.Below(8)).WithProbability((1 + dice.Below(10)) / 20.0, (int)(uint)dice.Next());

    // Half of them in the first kilobytes, where small files end.
    private static long Bytes(Dice dice) => 1 + dice.Below(dice.OneIn(2) ? 20_000 : 4 << 20);

    private static TimeSpan Pause(Dice dice) => TimeSpan.FromMilliseconds(dice.Below(3000));
}
