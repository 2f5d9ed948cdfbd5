namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// <c>ftpx.exe tune</c> over a real registry, read again by another program. CIM does not answer under Wine, so the network stack is unknown and left alone:
/// <see cref="WineRecordedTuningTests"/> has what happens where it answers.
/// </summary>
[Collection(WineTuningGroup.Name)]
public sealed class WineTuneTests(WineTuningFixture wine) : RealTests
{
    // What the profile wants, but never more than this machine has processors; the driver takes powers of two.
    private static readonly int Queues = ((int[])[8, 4, 2, 1]).First(queues => queues <= Environment.ProcessorCount);

    [ServerFact("wine")]
    public async Task Readable_values_are_shown_and_unanswered_ones_are_unknown_with_a_reason()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Intel(R) 이더넷 컨버지드 네트워크 어댑터 X520-2"), Token);

        var show = (await wine.TuneAsync(Folder, ["show", "--json"], Token)).ExpectQuiet();
        var states = FtpxProgram.Lines(show, "tune_state").ToDictionary(line => Text(line, "target")!, line => $"{Text(line, "state")} {Text(line, "now")}");
        Assert.Equal("unknown ", states["tcp.autotuning"]);
        Assert.Equal("known 512", states["nic.receive-buffers@0001"]);
        Assert.Equal("known disabled", states["nic.rss@0001"]);
        Assert.Equal("absent 512", states["nic.transmit-buffers@0001"]);
        Assert.Equal("unsupported ", states["nic.jumbo@0001"]);
        Assert.Equal("known 65535", states["dead.tcp-window-size"]);
        Assert.Equal("known Highly Restricted", states["policy.autotuning"]);
        Assert.Equal("absent ", states["dead.max-user-port"]);
        // The tunnel is no device.
        Assert.DoesNotContain("nic.rss@0002", states.Keys);
        Assert.Equal("Intel(R) 이더넷 컨버지드 네트워크 어댑터 X520-2", Text(FtpxProgram.Lines(show, "tune_state").First(line => Text(line, "target") == "nic.rss@0001"), "adapter"));

        show = (await wine.TuneAsync(Folder, ["show"], Token)).ExpectQuiet();
        Assert.Contains("unknown (CIM does not answer for MSFT_NetTCPSetting", show.Output);
        Assert.Matches(@"dead\.tcp-window-size +65535 +absent +never written: ", show.Output);
        Assert.Matches(@"harm\.default-receive-window +8192 +absent +never written: a fixed buffer switches autotuning off; delete it", show.Output);
        Assert.DoesNotContain("dead.max-user-port", show.Output);
    }

    [ServerFact("wine")]
    public async Task Other_programs_see_applied_values_and_a_rollback_restores_or_removes_them()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);
        var before = await wine.QueryAsync(Folder, WineTuningSeed.Class, Token);

        var apply = (await wine.TuneAsync(Folder, ["apply", "dtn-wan-10g", "--yes", "--json"], Token)).ExpectQuiet();
        var steps = FtpxProgram.Lines(apply, "tune_step").ToDictionary(line => Text(line, "target")!, line => $"{Text(line, "now")} -> {Text(line, "after")}");
        Assert.Equal(
            ["nic.receive-buffers@0001: 512 -> 4096", $"nic.rss-queues@0001: 1 -> {Queues}", "nic.rss@0001: disabled -> enabled", "nic.transmit-buffers@0001: 512 -> 2048"],
            steps.Select(step => $"{step.Key}: {step.Value}").Order(StringComparer.Ordinal));
        Assert.Contains("tcp.autotuning", FtpxProgram.Lines(apply, "tune_left").Where(line => Text(line, "state") == "unknown").Select(line => Text(line, "target")));
        Assert.Contains("harm.default-receive-window", FtpxProgram.Lines(apply, "tune_found").Select(line => Text(line, "target")));
        var result = Assert.Single(FtpxProgram.Lines(apply, "tune_result"));
        Assert.True(result.GetProperty("done").GetBoolean());

        var after = await wine.QueryAsync(Folder, WineTuningSeed.Nic, Token);
        Assert.Contains("*RSS    REG_SZ    1", after);
        Assert.Contains($"*NumRssQueues    REG_SZ    {Queues}", after);
        Assert.Contains("*ReceiveBuffers    REG_SZ    4096", after);
        Assert.Contains("*TransmitBuffers    REG_SZ    2048", after);
        Assert.Contains("*FlowControl    REG_SZ    3", after);

        var history = Assert.Single(FtpxProgram.Lines(await wine.TuneAsync(Folder, ["history", "--json"], Token), "tune_journal"));
        Assert.Equal((Text(result, "id"), 4, true), (Text(history, "id"), history.GetProperty("changes").GetInt32(), history.GetProperty("in_force").GetBoolean()));

        var rollback = await wine.TuneAsync(Folder, ["rollback", "--yes"], Token);
        Assert.Equal(new ProgramEnd(0, $"{Text(result, "id")} is rolled back.\r\n", ""), rollback);
        Assert.Equal(before, await wine.QueryAsync(Folder, WineTuningSeed.Class, Token));
        history = Assert.Single(FtpxProgram.Lines(await wine.TuneAsync(Folder, ["history", "--json"], Token), "tune_journal"));
        Assert.False(history.GetProperty("in_force").GetBoolean());
    }

    [ServerFact("wine")]
    public async Task Values_changed_by_an_administrator_since_are_kept_unless_forced()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);
        var before = await wine.QueryAsync(Folder, WineTuningSeed.Class, Token);
        Assert.Equal(0, (await wine.TuneAsync(Folder, ["apply", "dtn-wan-10g", "--yes", "--json"], Token)).ExitCode);
        await wine.SetAsync(Folder, WineTuningSeed.Nic, "*ReceiveBuffers", "REG_SZ", "1024", Token);

        var rollback = await wine.TuneAsync(Folder, ["rollback", "--yes"], Token);
        Assert.Equal((1, ""), (rollback.ExitCode, rollback.Output));
        Assert.StartsWith(
            "ftpx: error: nic.receive-buffers@0001 is 1024 now, not 4096: it was changed since. To restore 512 anyway, add --force.\r\n", rollback.Error);
        Assert.Equal(before.Select(line => line.Replace("*ReceiveBuffers    REG_SZ    512", "*ReceiveBuffers    REG_SZ    1024")), await wine.QueryAsync(Folder, WineTuningSeed.Class, Token));

        Assert.Equal(0, (await wine.TuneAsync(Folder, ["rollback", "--yes", "--force"], Token)).ExitCode);
        Assert.Equal(before, await wine.QueryAsync(Folder, WineTuningSeed.Class, Token));
    }

    [ServerFact("wine")]
    public async Task A_wrong_profile_and_a_damaged_journal_are_refused_and_nothing_is_changed()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);
        await File.WriteAllTextAsync(
            Folder.File("우리 것.json"),
            """
            {
              "id": "ours", "title": "t", "for": "us",
              "settings": {
                "nic.rss": { "value": "enabled", "reason": "r.", "source": "s" },
                "nic.receive-buffers": { "value": "many", "reason": "r.", "source": "s" }
              }
            }
            """,
            Token);
        var refused = await wine.TuneAsync(Folder, ["apply", "우리 것.json", "--yes"], Token);
        Assert.Equal(new ProgramEnd(2, "", "ftpx: error: 우리 것.json, line 5: nic.receive-buffers: \"many\" is neither a number of buffers nor driver-max.\r\n"), refused);

        Directory.CreateDirectory(wine.Journals);
        var journal = Path.Combine(wine.Journals, "20261120T221500000Z-ours.json");
        await File.WriteAllTextAsync(journal, """{"id":"20261120T221500000Z-ours","profile":"ours","comp""", Token);
        refused = await wine.TuneAsync(Folder, ["rollback", "--yes"], Token);
        Assert.Equal(
            new ProgramEnd(
                2, "", "ftpx: error: C:\\ProgramData\\Accelerator\\tune\\20261120T221500000Z-ours.json: This is not a tuning journal. Move it away; the settings in it can only be restored by hand.\r\n"),
            refused);
        Assert.True(File.Exists(journal));
        Assert.Contains("*RSS    REG_SZ    0", await wine.QueryAsync(Folder, WineTuningSeed.Nic, Token));
    }

    /// <summary>A value that a user has stored as text is neither overwritten nor lost.</summary>
    [ServerFact("wine")]
    public async Task Registry_values_are_numeric_and_a_non_numeric_one_is_left_alone()
    {
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);
        await File.WriteAllTextAsync(
            Folder.File("ours.json"),
            """
            {
              "id": "ours", "title": "t", "for": "us",
              "settings": {
                "files.long-paths": { "value": "enabled", "reason": "r.", "source": "s" },
                "host.network-throttling": { "value": "4294967295", "reason": "r.", "source": "s" }
              }
            }
            """,
            Token);
        var apply = (await wine.TuneAsync(Folder, ["apply", "ours.json", "--yes"], Token)).ExpectQuiet();
        Assert.Matches(@"host\.network-throttling +unknown +it could not be read \(""ten"" is no number\)", apply.Output);
        Assert.Contains("LongPathsEnabled    REG_DWORD    0x1", await wine.QueryAsync(Folder, WineTuningSeed.FileSystem, Token));
        Assert.Contains("NetworkThrottlingIndex    REG_SZ    ten", await wine.QueryAsync(Folder, WineTuningSeed.Multimedia, Token));

        Assert.Equal(0, (await wine.TuneAsync(Folder, ["rollback", "--yes"], Token)).ExitCode);
        Assert.DoesNotContain(await wine.QueryAsync(Folder, WineTuningSeed.FileSystem, Token), line => line.StartsWith("LongPathsEnabled ", StringComparison.Ordinal));
    }

    private static string? Text(JsonElement line, string member) => line.GetProperty(member).GetString();
}
