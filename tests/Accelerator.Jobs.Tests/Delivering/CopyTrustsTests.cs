namespace Accelerator.Jobs.Tests.Delivering;

public sealed class CopyTrustsTests
{
    private static readonly CopyFault Refused = new(CopyBlame.Terms, "pass-1: 500 Illegal PORT command.", "Illegal PORT command.");

    private readonly List<JobEvent> _told = [];
    private readonly JobDefinition _job = new()
    {
        Name = "push",
        Kind = JobKind.Fxp,
        Server = new ServerDefinition("s", new FtpEndpoint("10.20.0.5", 21, FtpSecurity.None), null, null, 8, []),
        Folders = [],
        Filter = FileFilter.All,
        Schedule = new JobSchedule(TimeSpan.FromSeconds(1), null, TimeZoneInfo.Utc),
        Target = PathTemplate.Parse("/in", out _)!,
    };

    private readonly CopyTrusts _trusts;

    public CopyTrustsTests()
    {
        _trusts = new CopyTrusts(new JobTools { Ledger = null!, Node = "n", Incarnation = "1", Login = (_, _) => Task.FromResult(FtpCredential.Anonymous), Events = new DirectProgress<JobEvent>(_told.Add) });
        _trusts.Begin([_job]);
    }

    [Fact]
    public void One_file_shows_the_way_and_then_others_follow()
    {
        Assert.True(Is(CopyTrust.Trial));
        _trusts.Try(_job);
        Assert.True(Is(CopyTrust.Trying));
        _trusts.Flows(_job);
        _trusts.Leave(_job);
        Assert.True(Is(CopyTrust.Full));
        Assert.Empty(_told);
    }

    [Fact]
    public void A_refusal_holds_the_job_until_its_next_poll_and_is_reported_once()
    {
        _trusts.Refuse(_job, Refused);
        _trusts.Leave(_job);
        Assert.True(Is(CopyTrust.Refused));
        _trusts.Polled("another");
        Assert.True(Is(CopyTrust.Refused));
        _trusts.Polled("push");
        Assert.True(Is(CopyTrust.Trial));
        _trusts.Refuse(_job, Refused with { Message = "pass-2: 500 Illegal PORT command." });
        Assert.Equal(new JobEvent.Incident("transfers of push", "pass-1: 500 Illegal PORT command. push starts no transfer before its next poll, and then tries one file."), Assert.Single(_told));
        _trusts.Refuse(_job, Refused with { Reason = "No right to store." });
        Assert.Equal(2, _told.Count);
        _trusts.Flows(_job);
        _trusts.Flows(_job);
        Assert.Equal([new JobEvent.Recovered("transfers of push")], _told[2..]);
    }

    [Fact]
    public void A_problem_with_one_file_allows_another_file_to_be_tried()
    {
        _trusts.Flows(_job);
        _trusts.Doubt(_job, null);
        Assert.True(Is(CopyTrust.Trial));
        Assert.Empty(_told);
        _trusts.Try(_job);
        _trusts.Leave(_job);
        Assert.True(Is(CopyTrust.Trial));
    }

    private bool Is(CopyTrust trust) => _trusts.Those([_job], trust).Count == 1;
}
