namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>The output and the exit code of netsh do not affect the outcome: only the values that CIM returns afterwards do.</summary>
public sealed class NetshTextTests : IDisposable
{
    // More than a pipe holds.
    private const int Long = 1 << 20;

    private readonly string _folder = Directory.CreateTempSubdirectory("netsh-").FullName;

    private static readonly List<(byte[] Printed, int ExitCode)> Outputs = Read();

    public static TheoryData<int> Numbers => new(Enumerable.Range(0, Outputs.Count));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Numbers))]
    public async Task The_outcome_does_not_depend_on_what_is_printed(int number)
    {
        // Scripts work differently on Windows, and CommandRunner starts only Windows' own programs. The group wine tests a real netsh, that
        // of Wine.
        if (OperatingSystem.IsWindows()) return;
        var (printed, exitCode) = Outputs[number];
        var computer = new RecordedComputer("server-2022.ko.json").Worn();
        var before = computer.State;
        var plan = await computer.PlanAsync(Profile(Want("tcp.rss", "enabled"), Want("tcp.autotuning", "normal")));

        var netsh = new PrintingNetsh(Script(printed, exitCode), doing: null);
        computer.Commands = netsh;
        var outcome = await computer.ApplyAsync(plan);
        Assert.Equal(["tcp.rss: enabled was written and disabled was read back: not verified."], outcome.Problems);
        Assert.All(outcome.Journal.Steps, step => Assert.True(step.State is StepState.Restored or StepState.Planned));
        Assert.Equal(before, computer.State);
        Assert.Equal([exitCode], netsh.ExitCodes);

        netsh = new PrintingNetsh(Script(printed, exitCode), computer.Netsh);
        computer.Commands = netsh;
        outcome = await computer.ApplyAsync(plan);
        Assert.Empty(outcome.Problems);
        Assert.All(outcome.Journal.Steps, step => Assert.Equal(StepState.Verified, step.State));
        Assert.Equal([exitCode, exitCode], netsh.ExitCodes);
        Assert.Equal(("1", "3"), (computer.Classes["MSFT_NetOffloadGlobalSetting"][0]["ReceiveSideScaling"], computer.Internet["AutoTuningLevelLocal"]));
    }

    private static List<(byte[] Printed, int ExitCode)> Read()
    {
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        using var json = JsonDocument.Parse(File.ReadAllBytes(RecordedComputer.PathOf("netsh.json")));
        return
        [
            (new byte[Long], 0),
            .. from output in json.RootElement.GetProperty("outputs").EnumerateArray()
               let encoding = Encoding.GetEncoding(output.GetProperty("code_page").GetInt32())
               select (encoding.GetBytes(output.GetProperty("text").GetString()!), output.GetProperty("exit_code").GetInt32() & 0xff),
        ];
    }

    // The script also prompts for input, and must not wait for an answer.
    private string Script(byte[] printed, int exitCode)
    {
        var path = Path.Combine(_folder, "netsh");
        File.WriteAllBytes(path + ".out", printed);
        File.WriteAllText(path, $"cat '{path}.out'\ncat '{path}.out' >&2\nread -r answer\nexit {exitCode}\n");
        return path;
    }
}
