using System.Collections.Concurrent;

namespace Accelerator.Ftp.Control;

/// <summary>
/// The commands that a site's server leaves without an answer. A transfer can do without them, so one that is never answered counts as
/// unsupported and is not sent again: each of them would cost a session and its whole time limit.
/// </summary>
internal sealed class Silences
{
    // Lost after an answer to the same command, a reply is a matter of the network.
    private const int Answered = -1;

    private static readonly TimeSpan SecondLimit = TimeSpan.FromSeconds(10);

    // Silences until the command counts as unsupported. What SIZE, MDTM and REST tell is missed, so one lost reply must not decide.
    private static readonly Dictionary<string, int> Most = new(StringComparer.Ordinal)
    {
        ["FEAT"] = 1, ["OPTS"] = 1, ["SYST"] = 1, ["MLST"] = 1, ["EPSV"] = 1,
        ["SIZE"] = 2, ["MDTM"] = 2, ["REST"] = 2, ["RANG"] = 1, ["PWD"] = 2,
    };

    private readonly ConcurrentDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <summary>The reply of a command that is not sent.</summary>
    internal static FtpReply Unsupported { get; } = new(502, ["not sent: the server has left this command without an answer"]);

    /// <summary>The commands that count as unsupported, in the order of their names.</summary>
    public IReadOnlyList<string> Verbs => [.. Most.Keys.Where(IsUnsupported).Order(StringComparer.Ordinal)];

    /// <summary>Records the commands that an earlier run has found to be unsupported.</summary>
    public void Expect(IEnumerable<string> verbs)
    {
        ArgumentNullException.ThrowIfNull(verbs);
        foreach (var verb in verbs)
        {
            if (Most.TryGetValue(verb, out var most)) _counts.TryAdd(verb, most);
        }
    }

    /// <summary>Returns whether a command is not to be sent.</summary>
    internal bool IsUnsupported(string verb) => Most.TryGetValue(verb, out var most) && _counts.GetValueOrDefault(verb) >= most;

    /// <summary>Returns how long a reply is waited for: not as long once the command was left without one.</summary>
    internal TimeSpan LimitOf(string verb, TimeSpan usual) =>
        _counts.GetValueOrDefault(verb) > 0 && usual > SecondLimit ? SecondLimit : usual;

    /// <summary>Records whether a command was answered.</summary>
    internal void Note(string verb, bool isAnswered)
    {
        if (!Most.ContainsKey(verb)) return;
        if (isAnswered) _counts[verb] = Answered;
        else _counts.AddOrUpdate(verb, 1, static (_, count) => count == Answered ? count : count + 1);
    }
}
