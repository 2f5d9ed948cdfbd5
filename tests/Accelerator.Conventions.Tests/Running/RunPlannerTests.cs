using Accelerator.TestRun;

namespace Accelerator.Conventions.Tests.Running;

public sealed class RunPlannerTests
{
    private static readonly TestGroups Groups = new(["cli", "engine", "fuzz", "soak"], ["disks", "fxp", "wine"]);
    private static readonly Machine Everything = new(HasWine: true, HasDisks: true);

    [Fact]
    public void A_run_without_arguments_leaves_the_long_proofs_out() =>
        Assert.All(Plan().Where(job => job.HasResults), job => Assert.Contains("Run!=all", string.Join(' ', job.Command)));

    [Fact]
    public void A_run_of_everything_leaves_nothing_out() =>
        Assert.DoesNotContain("Run!=all", string.Join(' ', Plan("--all").SelectMany(job => job.Command)));

    [Fact]
    public void Every_group_is_in_a_job()
    {
        var jobs = Plan();
        Assert.Equal(["cli", "engine", "fuzz", "interop", "interop-windows", "publish", "selftest", "soak", "storage-ext4"], jobs.Select(job => job.Name).Order());
        var commands = string.Join(' ', jobs.SelectMany(job => job.Command));
        Assert.All(Groups.Interop, folder => Assert.Contains($"FullyQualifiedName~Interop.Tests.{folder}.", commands));
    }

    [Theory]
    [InlineData("unit", "cli engine")]
    [InlineData("soak", "soak")]
    [InlineData("fxp", "interop")]
    [InlineData("wine", "publish interop-windows")]
    [InlineData("selftest", "selftest")]
    public void A_group_starts_the_jobs_that_it_needs(string group, string jobs) =>
        Assert.Equal(jobs.Split(' ').Order(), Plan("--group", group).Select(job => job.Name).Order());

    [Fact]
    public void The_programs_for_Windows_are_published_before_the_tests_that_run_them() =>
        Assert.Equal("publish", Assert.Single(Plan(), job => job.Name == "interop-windows").After);

    [Fact]
    public void Without_Wine_nothing_is_published_and_the_Windows_job_waits_for_no_other()
    {
        var jobs = RunPlanner.Plan(RunOptions.Parse([])!, Groups, Everything with { HasWine = false });
        Assert.DoesNotContain(jobs, job => job.Name == "publish");
        Assert.Null(Assert.Single(jobs, job => job.Name == "interop-windows").After);
    }

    [Fact]
    public void Without_loop_devices_the_disks_are_skipped_with_a_reason() =>
        Assert.NotNull(Assert.Single(RunPlanner.Plan(RunOptions.Parse([])!, Groups, Everything with { HasDisks = false }), job => job.Name == "storage-ext4").Skipped);

    [Theory]
    [InlineData("--group")]
    [InlineData("--nonsense")]
    [InlineData("fxp")]
    public void Other_arguments_are_refused(string arguments) => Assert.Null(RunOptions.Parse(arguments.Split(' ')));

    private static IReadOnlyList<TestJob> Plan(params string[] arguments) => RunPlanner.Plan(RunOptions.Parse(arguments)!, Groups, Everything);
}
