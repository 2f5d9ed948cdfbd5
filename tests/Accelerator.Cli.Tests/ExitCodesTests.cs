namespace Accelerator.Cli.Tests;

public sealed class ExitCodesTests
{
    [Theory]
    [InlineData(FailureKind.Usage, 2)]
    [InlineData(FailureKind.NotFound, 3)]
    [InlineData(FailureKind.Login, 4)]
    [InlineData(FailureKind.Network, 5)]
    [InlineData(FailureKind.ServerLimit, 6)]
    [InlineData(FailureKind.SourceChanged, 7)]
    [InlineData(FailureKind.RestNotHonoured, 8)]
    [InlineData(FailureKind.Verification, 9)]
    [InlineData(FailureKind.Disk, 10)]
    [InlineData(FailureKind.Tls, 11)]
    [InlineData(FailureKind.Cancelled, 130)]
    public void Each_failure_has_its_code(FailureKind kind, int code) => Assert.Equal(code, ExitCodes.For(kind).Value);

    [Fact]
    public void No_failure_of_the_engine_is_taken_for_a_defect_and_json_has_the_name_of_its_code() => Assert.All(Enum.GetValues<FailureKind>(), kind =>
    {
        Assert.NotEqual(ExitCodes.Internal, ExitCodes.For(kind));
        Assert.Equal(ExitCodes.For(kind).Name, JsonLines.Name(kind));
    });

    [Fact]
    public void No_two_codes_share_a_number_or_a_name() =>
        Assert.Equal((ExitCodes.All.Count, ExitCodes.All.Count), (ExitCodes.All.DistinctBy(c => c.Value).Count(), ExitCodes.All.DistinctBy(c => c.Name).Count()));

    [Theory]
    [InlineData(0)]
    [InlineData(0, null, null)]
    [InlineData(12, null, FailureKind.Network)]
    [InlineData(12, FailureKind.NotFound, null)]
    [InlineData(3, FailureKind.NotFound, FailureKind.Network)]
    [InlineData(130, null, FailureKind.Cancelled)]
    [InlineData(130, FailureKind.Network, FailureKind.Cancelled)]
    public void Several_files_give_one_code(int code, params object?[] failures) =>
        Assert.Equal(code, ExitCodes.For([.. failures.Select(failure => TransferSamples.Done() with { Failure = (FailureKind?)failure })]).Value);

    [Fact]
    public void An_unverified_file_is_not_a_success_and_a_failure_takes_precedence()
    {
        var unverified = TransferSamples.Done() with { TrustedSources = ["ftp://b:21"] };
        Assert.Equal(17, ExitCodes.For(unverified).Value);
        Assert.Equal(17, ExitCodes.For([TransferSamples.Done(), unverified]).Value);
        Assert.Equal(12, ExitCodes.For([unverified, TransferSamples.Failed(FailureKind.Network)]).Value);
        Assert.Equal(5, ExitCodes.For([unverified with { Failure = FailureKind.Network }]).Value);
        Assert.Equal(17, ExitCodes.For(MirrorSamples.Result(MirrorSamples.UpToDate(), TransferSamples.Done(), unverified)).Value);
        Assert.Equal(12, ExitCodes.For(MirrorSamples.Result(MirrorSamples.UpToDate() with { Problems = [MirrorSamples.Problem()] }, unverified)).Value);
    }

    [Fact]
    public void The_table_fits_a_narrow_terminal_without_losing_a_word()
    {
        using var output = new StringWriter();
        ExitCodes.Write(output);
        var lines = output.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.All(lines, line => Assert.InRange(line.Length, 1, 79));
        var words = string.Join(' ', lines.Skip(1)).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(ExitCodes.All.SelectMany(code => $"{code.Value} {code.Name} {code.Meaning}".Split(' ')), words);
    }

    [Theory]
    [InlineData(0, 0, null, null)]
    [InlineData(12, 0, null, FailureKind.Network)]
    [InlineData(12, 9, FailureKind.Disk, null)]
    [InlineData(10, 0, FailureKind.Disk, null)]
    [InlineData(3, 0, FailureKind.NotFound, FailureKind.Network)]
    [InlineData(130, 9, FailureKind.Cancelled, FailureKind.Network)]
    public void A_mirror_has_the_code_of_its_files_and_of_its_folders(int code, int same, FailureKind? file, FailureKind? folder)
    {
        var plan = MirrorSamples.UpToDate() with { SameFiles = same, Problems = folder is { } kind ? [MirrorSamples.Problem() with { Kind = kind }] : [] };
        Assert.Equal(code, ExitCodes.For(MirrorSamples.Result(plan, TransferSamples.Done() with { Failure = file })).Value);
    }

    [Theory]
    [InlineData(0, false, 0)]
    [InlineData(5, true, 0)]
    [InlineData(12, true, 1)]
    public void A_plan_has_the_code_of_its_folders(int code, bool fails, int same) => Assert.Equal(
        code, ExitCodes.For(MirrorSamples.UpToDate() with { SameFiles = same, Problems = fails ? [MirrorSamples.Problem()] : [] }).Value);
}
