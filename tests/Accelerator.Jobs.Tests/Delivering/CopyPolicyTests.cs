using Accelerator.Engine.Fxp;

namespace Accelerator.Jobs.Tests.Delivering;

public sealed class CopyPolicyTests
{
    private const long Size = 1000;

    private static readonly CopyFacts Well = new(null, null, IsAtSource: true, new FxpHolding(null, null, null));
    private static readonly RetryRule Rule = new(2, TimeSpan.FromSeconds(10), TimeSpan.FromMinutes(1));

    [Fact]
    public void When_both_servers_answer_the_failure_kind_determines_the_blame() => Assert.All(
        ((FailureKind, CopyBlame)[])
        [
            (FailureKind.Network, CopyBlame.Path), (FailureKind.ServerLimit, CopyBlame.Path),
            (FailureKind.Usage, CopyBlame.Terms), (FailureKind.Tls, CopyBlame.Terms), (FailureKind.Login, CopyBlame.Terms), (FailureKind.NotFound, CopyBlame.Terms),
            (FailureKind.Disk, CopyBlame.Destination),
            (FailureKind.SourceChanged, CopyBlame.File), (FailureKind.Verification, CopyBlame.File), (FailureKind.RestNotHonoured, CopyBlame.File),
        ],
        pair => Assert.Equal(pair.Item2, CopyPolicy.Blame(pair.Item1, Well)));

    [Fact]
    public void A_server_that_does_not_answer_or_a_changed_file_is_blamed_for_any_failure_kind()
    {
        Assert.Equal(CopyBlame.Destination, CopyPolicy.Blame(FailureKind.Usage, Well with { DestinationFailure = "It is away." }));
        Assert.Equal(CopyBlame.Source, CopyPolicy.Blame(FailureKind.NotFound, Well with { SourceFailure = "It is away." }));
        // A file that has disappeared from the source is the file's failure, and so is a file that has appeared at the destination.
        Assert.Equal(CopyBlame.File, CopyPolicy.Blame(FailureKind.NotFound, Well with { IsAtSource = false }));
        Assert.Equal(CopyBlame.File, CopyPolicy.Blame(FailureKind.Usage, Well with { Holding = new FxpHolding(5, null, null) }));
    }

    [Fact]
    public void Servers_that_are_away_or_refuse_cost_a_file_no_try_and_a_name_that_is_refused_does()
    {
        Assert.Equal(new DeliveryVerdict(DeliveryAction.TryAgain, RestsServer: true), Judge(FailureKind.Network, CopyBlame.Destination, Well));
        Assert.Equal(new DeliveryVerdict(DeliveryAction.TryAgain), Judge(FailureKind.Usage, CopyBlame.Terms, Well));
        var charged = new DeliveryVerdict(DeliveryAction.TryAgain, TimeSpan.FromSeconds(10), IsCharged: true);
        Assert.Equal(charged, Judge(FailureKind.NotFound, CopyBlame.Terms, Well));
        // The complete file is there, but must not be renamed.
        Assert.Equal(charged, Judge(FailureKind.Usage, CopyBlame.Terms, Well with { Holding = new FxpHolding(null, null, Size) }));
        Assert.Equal(charged, Judge(FailureKind.Network, CopyBlame.Path, Well));
        Assert.Equal(DeliveryAction.ObserveAgain, Judge(FailureKind.SourceChanged, CopyBlame.File, Well).Action);
    }

    [Fact]
    public void An_existing_file_is_replaced_only_if_the_job_allows_it() => Assert.All(
        ((ExistingRule, bool, bool?, ExistingAnswer)[])
        [
            (ExistingRule.Prove, false, true, ExistingAnswer.Settle),
            (ExistingRule.Prove, false, null, ExistingAnswer.PutAside),
            (ExistingRule.Prove, false, false, ExistingAnswer.PutAside),
            (ExistingRule.Length, false, null, ExistingAnswer.Settle),
            (ExistingRule.Length, false, false, ExistingAnswer.PutAside),
            // The earlier version has the same length as the new one, so the length is no evidence.
            (ExistingRule.Length, true, null, ExistingAnswer.PutAside),
            (ExistingRule.Length, true, true, ExistingAnswer.Settle),
            (ExistingRule.Replace, false, true, ExistingAnswer.Settle),
            (ExistingRule.Replace, false, null, ExistingAnswer.Send),
            (ExistingRule.Replace, true, false, ExistingAnswer.Send),
        ],
        row => Assert.Equal(row.Item4, CopyPolicy.Judge(row.Item1, row.Item2, new FxpLikeness(row.Item3, ""))));

    [Theory]
    [InlineData(Size, "20261121100000", null, "20261121100000", true)]
    [InlineData(Size, "20261121110000", null, "20261121100000", false)]
    [InlineData(Size, "20261121100000", Size, "20261121100000", true)]
    [InlineData(Size - 1, "20261121100000", null, "20261121100000", false)]
    [InlineData(null, null, Size, "20261121100000", false)]
    // Without timestamps, the absence of the partial file is the only evidence.
    [InlineData(Size, null, null, "", true)]
    [InlineData(Size, null, Size, "", false)]
    public void A_rename_before_a_crash_is_detected_by_the_file_time(long? final, string? time, long? part, string mark, bool expected) =>
        Assert.Equal(expected, Settler.IsRenamed(new VerifiedFile("ftp://h//in/a", "ftp://h//in/a.part", Size, null, null, null, mark), new FxpHolding(final, time, part)));

    [Fact]
    public void A_name_that_leads_out_of_its_folder_is_not_sent() => Assert.All(
        ((string, string, bool)[])[("pass.nc", "/in/2026", true), ("..", "/in", false), ("../pass.nc", "/in", false), ("..\\pass.nc", "/in", false), ("pass.nc", "/in/../etc", false)],
        one => Assert.Equal(one.Item3, DeliveryItems.StaysInFolder(Claim(one.Item1, one.Item2))));

    [Fact]
    public void A_file_is_called_by_its_address_at_the_destination()
    {
        var server = new ServerDefinition("t", new("10.20.0.6", 2122, Ftp.FtpSecurity.None), null, null, 8, []);
        Assert.Equal("ftp://10.20.0.6:2122//in/pass.nc", DeliveryItems.AddressOf(Claim("pass.nc", "/in"), server));
        Assert.Equal("ftp://10.20.0.6:2122//pass.nc", DeliveryItems.AddressOf(Claim("pass.nc", "/"), server));
        Assert.Equal([true, false, false], ((string[])["ftp://h//in/a", "/in/ftp://a", @"D:\ftp\a"]).Select(DeliveryItems.IsAddress));
    }

    [Fact]
    public void The_reason_of_a_fault_is_the_same_for_each_file_and_each_port()
    {
        var one = CopyFault.Of(CopyBlame.Terms, "/out/a.nc to /in/a.nc: PORT 127,0,0,4,161,248: 500 no.", Claim("a.nc", "/in"));
        var other = CopyFault.Of(CopyBlame.Terms, "/out/b.nc to /in/b.nc: PORT 127,0,0,4,33,2: 500 no.", Claim("b.nc", "/in"));
        Assert.Equal(one.Reason, other.Reason);
        Assert.NotEqual(one.Reason, CopyFault.Of(CopyBlame.Terms, "/out/b.nc to /in/b.nc: STOR: 553 no.", Claim("b.nc", "/in")).Reason);
    }

    private static DeliveryVerdict Judge(FailureKind kind, CopyBlame blame, CopyFacts facts) => CopyPolicy.Judge(kind, blame, facts, Size, 0, Rule);

    private static Claim Claim(string name, string target) => new()
    {
        FileId = 1, Epoch = 1, Owner = "n/1", Job = "j", Server = "s", Folder = "/out", Target = target, Name = name, Size = Size, Version = 1, Attempts = 0,
        FirstSeen = DateTimeOffset.UnixEpoch, QueuedAt = DateTimeOffset.UnixEpoch,
    };
}
