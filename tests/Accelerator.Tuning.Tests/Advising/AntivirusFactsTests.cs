using Accelerator.Tuning.Tests.Recorded;

namespace Accelerator.Tuning.Tests.Advising;

public sealed class AntivirusFactsTests
{
    [Fact]
    public async Task The_excluded_folders_are_read_by_administrators_and_unknown_to_others()
    {
        var facts = await ReadAsync("1", "C:\\a\nD:\\data");
        Assert.Equal((true, true, ""), (facts.IsWatching, facts.Leaves(@"D:\data\in"), facts.Reason));
        Assert.False(facts.Leaves(@"D:\database"));
        Assert.Empty((await ReadAsync("1", null)).Excluded!);
        facts = await ReadAsync("0", "N/A: Must be an administrator to view exclusions");
        Assert.Equal((false, null, null), (facts.IsWatching, facts.Excluded, facts.Leaves(@"D:\data")));
        Assert.StartsWith("Defender shows its exclusions only to administrators", facts.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_CIM_or_its_classes_nothing_is_known()
    {
        var networkOnly = new AnsweringCim((space, _) => throw new CimException($"CIM has no namespace {space}"));
        Assert.Equal(new AntivirusFacts(null, null, "CIM has no namespace root\\Microsoft\\Windows\\Defender"), await AntivirusFacts.ReadAsync(networkOnly, CancellationToken.None));
        Assert.Equal((null, null), await AntivirusFacts.ReadAsync(Defender([], []), CancellationToken.None) is var none ? (none.IsWatching, none.Excluded) : default);
    }

    private static Task<AntivirusFacts> ReadAsync(string watching, string? excluded) => AntivirusFacts.ReadAsync(
        Defender([Row("RealTimeProtectionEnabled", watching)], [excluded is null ? new Dictionary<string, string>() : Row("ExclusionPath", excluded)]), CancellationToken.None);

    private static Dictionary<string, string> Row(string name, string value) => new() { [name] = value };

    private static AnsweringCim Defender(IReadOnlyList<Dictionary<string, string>> status, IReadOnlyList<Dictionary<string, string>> preference) => new((space, className) =>
    {
        Assert.Equal(@"root\Microsoft\Windows\Defender", space);
        return className == "MSFT_MpComputerStatus" ? status : preference;
    });
}
