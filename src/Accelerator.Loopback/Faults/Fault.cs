using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>
/// One misbehaviour of the server: its trigger and its action. Start with one of the <c>On…</c> members and end with an action, e.g.
/// <c>Fault.OnRetr(nth: 3).DropAfter(1_000_000)</c>.
/// </summary>
public sealed record Fault
{
    internal Fault(string description, FaultCondition condition)
    {
        Description = description;
        Condition = condition;
    }

    /// <summary>The action; <see cref="LoopbackLog.Faults"/> lists it each time it takes place.</summary>
    public string Description { get; }

    internal FaultCondition Condition { get; }

    internal Action<ConnectionScript>? Connection { get; init; }

    internal Action<CommandScript>? Command { get; init; }

    internal Action<TransferScript>? Transfer { get; init; }

    internal (long AfterBytes, Action<LoopbackTree> Change)? Change { get; init; }

    /// <summary>When a control connection is accepted; <paramref name="nth"/> 0 means every one.</summary>
    public static ConnectionTrigger OnConnection(int nth = 0)
    {
        var trigger = new ConnectionTrigger();
        return nth == 0 ? trigger : trigger.Nth(nth);
    }

    /// <summary>When a command with this verb is read, whatever the case; <paramref name="nth"/> 0 means every one.</summary>
    public static CommandTrigger OnCommand(string verb, int nth = 0)
    {
        var trigger = new CommandTrigger { Condition = new() { Verbs = [verb] } };
        return nth == 0 ? trigger : trigger.Nth(nth);
    }

    /// <summary>When a RETR of an existing file begins; <paramref name="nth"/> 0 means every one.</summary>
    public static TransferTrigger OnRetr(int nth = 0) => OnTransfers(nth, "RETR");

    /// <summary>When a LIST, NLST or MLSD begins; <paramref name="nth"/> 0 means every one.</summary>
    public static TransferTrigger OnListing(int nth = 0) => OnTransfers(nth, "LIST", "NLST", "MLSD");

    /// <summary>Once, as soon as this many bytes of data have been sent by the whole server.</summary>
    public static TotalBytesTrigger AfterTotalBytes(long bytes) => new(bytes);

    private static TransferTrigger OnTransfers(int nth, params string[] verbs)
    {
        var trigger = new TransferTrigger { Condition = new() { Verbs = verbs } };
        return nth == 0 ? trigger : trigger.Nth(nth);
    }
}
