namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// Wine has adapters, registry and a disk, but no CIM: the values that Windows would report are unknown, and none is made up.
/// </summary>
public sealed class WineDoctorTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("wine")]
    public async Task Values_that_Wine_cannot_report_are_unknown_and_hide_nothing_else()
    {
        var page = (await wine.Shipped.RunAsync(Folder.Path, null, ["doctor"], Token)).Expect();
        Assert.Contains("  one stream   unknown\r\n", page.Output);
        Assert.Contains("No advice is possible: the settings that matter most could not be read.", page.Output);
        Assert.Matches(@"Disk\r\n  T:\\\S+ takes [0-9.]+ [MG]bit/s", page.Output);

        var lines = (await wine.Shipped.RunAsync(Folder.Path, null, ["doctor", "--json", "--bandwidth", "10G"], Token)).Output.Trim().Split('\n')
            .Select(line => JsonDocument.Parse(line).RootElement).ToLookup(line => line.GetProperty("type").GetString());
        var host = Assert.Single(lines["doctor_host"]);
        Assert.Equal(("windows", "desktop-10g", 0), (host.GetProperty("platform").GetString(), host.GetProperty("profile").GetString(), host.GetProperty("settings_otherwise").GetInt32()));
        Assert.Equal(JsonValueKind.Null, host.GetProperty("antivirus").ValueKind);
        Assert.All(lines["doctor_window"], window => Assert.Equal(JsonValueKind.Null, window.GetProperty("stream_window").ValueKind));
        // The disk alone may be too slow for a line of 10 Gbit/s.
        Assert.DoesNotContain(lines["doctor_advice"], advice => advice.GetProperty("id").GetString() != "disk");
    }
}
