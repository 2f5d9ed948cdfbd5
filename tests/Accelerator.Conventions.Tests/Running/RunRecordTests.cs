using System.Xml.Linq;
using Accelerator.TestRun;

namespace Accelerator.Conventions.Tests.Running;

public sealed class RunRecordTests
{
    private const string Results = """
        <TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
          <Results>
            <UnitTestResult testId="1" testName="Accelerator.Fuzz.Tests.A.Good(x: 1)" duration="00:00:02.5000000" outcome="Passed">
              <Output><StdOut>something&#xD;
        fuzz unix: 10 inputs, seed 4&#xD;
        something else</StdOut></Output>
            </UnitTestResult>
            <UnitTestResult testId="2" testName="Accelerator.Interop.Tests.Wine.B.Bad" duration="00:00:00.1000000" outcome="Failed">
              <Output><ErrorInfo><Message>Expected 1, got 2.</Message></ErrorInfo></Output>
            </UnitTestResult>
            <UnitTestResult testId="3" testName="Accelerator.Interop.Tests.Fxp.C.Away" outcome="NotExecuted">
              <Output><ErrorInfo><Message>vsftpd was not found.</Message></ErrorInfo></Output>
            </UnitTestResult>
          </Results>
          <TestDefinitions>
            <UnitTest id="1"><TestMethod className="Accelerator.Fuzz.Tests.A" /></UnitTest>
            <UnitTest id="2"><TestMethod className="Accelerator.Interop.Tests.Wine.B" /></UnitTest>
            <UnitTest id="3"><TestMethod className="Accelerator.Interop.Tests.Fxp.C" /></UnitTest>
          </TestDefinitions>
        </TestRun>
        """;

    private readonly JobEnd _tests = new(new TestJob("interop", []), TimeSpan.FromSeconds(3), TrxFile.Read(XDocument.Parse(Results)), null);

    [Theory]
    [InlineData(false, "1 passed, 1 failed")]
    [InlineData(true, "1 passed, 2 failed")]
    public void A_skipped_test_is_a_failed_one_only_where_everything_is_required(bool requireAll, string counts) =>
        Assert.Equal(counts, Print(requireAll, [], _tests)[^1]);

    [Fact]
    public void The_output_names_failures_reasons_notes_and_the_slowest_test()
    {
        var lines = Print(requireAll: false, [], _tests);
        Assert.Contains("failed: Accelerator.Interop.Tests.Wine.B.Bad", lines);
        Assert.Contains("   Expected 1, got 2.", lines);
        Assert.Contains("1 skipped: fxp (vsftpd was not found.)", lines);
        Assert.Contains("   fuzz unix: 10 inputs, seed 4", lines);
        Assert.Contains("    2.5 s  Fuzz.Tests.A.Good(x: 1)", lines);
    }

    [Fact]
    public void A_job_that_breaks_counts_as_one_failure_and_a_preparation_that_works_counts_as_nothing()
    {
        var selftest = new JobEnd(new TestJob("selftest", []) { HasResults = false }, TimeSpan.Zero, [], null);
        var publish = new JobEnd(new TestJob("publish", []) { HasResults = false, IsPreparation = true }, TimeSpan.Zero, [], null);
        Assert.Equal("1 passed, 0 failed", Print(requireAll: true, [], selftest, publish)[^1]);
        Assert.Equal("0 passed, 2 failed", Print(requireAll: true, [], selftest with { Failure = "It broke." }, publish with { Failure = "It broke." })[^1]);
    }

    [Fact]
    public void A_group_in_which_no_test_ran_has_failed()
    {
        Assert.Equal(["matrix"], RunRecord.FindEmpty(["fuzz", "wine", "matrix"], [_tests]));
        Assert.Equal("1 passed, 2 failed", Print(requireAll: false, ["matrix"], _tests)[^1]);
    }

    private static List<string> Print(bool requireAll, IReadOnlyList<string> empty, params JobEnd[] ends)
    {
        var lines = new List<string>();
        new RunRecord(RunOptions.Parse([])!, ends, TimeSpan.Zero, requireAll) { EmptyGroups = empty }.Print(lines.Add);
        return lines;
    }
}
