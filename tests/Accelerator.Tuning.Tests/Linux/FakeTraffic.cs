namespace Accelerator.Tuning.Tests.Linux;

/// <summary>The queue disciplines of one interface, in the JSON that tc of iproute2 6.1 prints.</summary>
internal sealed class FakeTraffic : ITrafficControl
{
    private const string Default = """[{"kind":"mq","handle":"0:","root":true,"options":{}},{"kind":"fq_codel","handle":"0:","parent":":2","options":{}},{"kind":"fq_codel","handle":"0:","parent":":1","options":{}}]""";

    /// <summary>What tc shows; null if there is no tc.</summary>
    public string? Shown { get; set; } = Default;

    /// <summary>The commands that were run.</summary>
    public List<string> Commands { get; } = [];

    /// <summary>The number of the command that fails, from 1; 0 for none.</summary>
    public int FaultAt { get; set; }

    public Task<string?> ShowAsync(string link, CancellationToken cancellationToken) => Task.FromResult(Shown);

    public Task<string?> ChangeAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        Commands.Add(string.Join(' ', words));
        if (Commands.Count == FaultAt) return Task.FromResult<string?>("tc says: RTNETLINK answers: Device or resource busy");
        switch (words)
        {
            case ["del", "dev", _, "root"]:
                Shown = Default;
                return Task.FromResult<string?>(null);
            case ["replace", "dev", _, "root", "handle", var handle, var kind]:
                Shown = $$"""[{"kind":"{{kind}}","handle":"{{handle}}","root":true,"refcnt":9,"options":{"limit":10000} }]""";
                return Task.FromResult<string?>(null);
            case ["replace", "dev", _, "root", "handle", var handle, var kind, "maxrate", var rate]:
                Shown = $$"""[{"kind":"{{kind}}","handle":"{{handle}}","root":true,"refcnt":9,"options":{"limit":10000,"maxrate":{{long.Parse(rate[..^4], CultureInfo.InvariantCulture) * 125_000}} } }]""";
                return Task.FromResult<string?>(null);
            default:
                return Task.FromResult<string?>("tc says: Error: Specified qdisc kind is unknown");
        }
    }
}
