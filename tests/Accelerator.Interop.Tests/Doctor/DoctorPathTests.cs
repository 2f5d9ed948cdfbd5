namespace Accelerator.Interop.Tests.Doctor;

/// <summary>How large a packet a path carries, asked of real links and a real router.</summary>
public sealed class DoctorPathTests : RealTests
{
    [ServerTheory("tun", "ip")]
    [InlineData("whole", "whole", 1500)]
    [InlineData("narrow", "narrow", 1400)]
    // The link takes four bytes more than its MTU, the room of a VLAN's tag.
    [InlineData("silent", "silent", 1404)]
    // Never a packet that is too big: nothing is known.
    [InlineData("filtered", "unknown", null)]
    public async Task The_path_behind_a_router_is_measured_and_silence_is_no_evidence(string kind, string evidence, int? mtu)
    {
        string[] words = [Path.Combine(AppContext.BaseDirectory, "Doctor", "behind-a-router"), kind, .. NativeProgram.Command, "doctor", "--json", "ftp://10.97.2.2:2121/"];
        var end = (await ProgramRun.RunFileAsync("/bin/bash", Folder.Path, words, Token)).Expect();

        var lines = end.Output.Trim().Split('\n').Select(line => JsonDocument.Parse(line).RootElement).ToLookup(line => line.GetProperty("type").GetString());
        var path = Assert.Single(lines["doctor_path"]);
        Assert.Equal(evidence, path.GetProperty("mtu_evidence").GetString());
        Assert.Equal(mtu, path.GetProperty("mtu") is { ValueKind: JsonValueKind.Number } number ? number.GetInt32() : null);
        // The system knows no better than the link, because nothing large was sent: that is why echoes are.
        Assert.Equal((1500, 3, "10.97.1.2"), (path.GetProperty("connection_mtu").GetInt32(), path.GetProperty("connections").GetInt32(), path.GetProperty("local").GetString()));
        Assert.Equal("toward", Assert.Single(lines["doctor_adapter"], adapter => adapter.GetProperty("carries_path").GetBoolean()).GetProperty("key").GetString());
        Assert.DoesNotContain(lines["doctor_advice"], advice => advice.GetProperty("id").GetString() == "path.mtu");
        // A veth pair says that it has 10 Gbit/s and takes packets of 65535 bytes.
        Assert.Equal(kind == "whole" ? ["ftpx tune apply dtn-lan-10g+jumbo --peer 10.97.2.2"] : [],
            lines["doctor_advice"].Where(advice => advice.GetProperty("id").GetString() == "path.jumbo").Select(advice => advice.GetProperty("command").GetString()));
        Assert.Equal(kind is "silent" or "filtered", lines["doctor_unknown"].Any(unknown => unknown.GetProperty("what").GetString()!.StartsWith("The largest packet that the path carries", StringComparison.Ordinal)));
    }
}
