using Accelerator.Tuning.Tests.Recorded;

namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Complete pages as the user reads them: one text file for each computer.</summary>
public sealed class DoctorPageTests : CommandLineFixture
{
    private static readonly AnsweringCim NoCim = new((_, className) => throw new CimException($"CIM does not answer for {className}"));
    private static readonly AnsweringCim NotTold = new((_, _) => [new() { ["RealTimeProtectionEnabled"] = "1", ["ExclusionPath"] = "N/A: Must be an administrator to view exclusions" }]);

    public static TheoryData<string, object> Hosts => new()
    {
        { "server", DoctorSamples.Host(DoctorSamples.Server(), DoctorSamples.Path()) },
        { "desktop", DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path() with { Mtu = new PathMtu(MtuEvidence.Narrow, 1400, "") }, NotTold, diskRate: 95e6) },
        { "wine", DoctorSamples.Host(DoctorSamples.Wine(), defender: NoCim) },
        { "linux", DoctorSamples.Host(DoctorSamples.Linux(), DoctorSamples.Path(150) with { Mtu = new PathMtu(MtuEvidence.Narrow, 1500, "") }) },
        { "server-without-a-path", DoctorSamples.Host(DoctorSamples.Server()) },
    };

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task The_page_of_a_computer_reads_like_its_text_file(string name, object host)
    {
        // Lines wrap depending on the length of the folder's name, and a test's temporary folder differs on each machine.
        var process = Process.Value with { Folder = Path.GetPathRoot(Process.Folder)! };
        var options = new DoctorOptions { Address = name is "wine" or "server-without-a-path" ? null : "ftp://ftp.example.org/" };
        Assert.Equal(0, await new DoctorRunner(process, () => (DoctorHost)host, (_, _, _, _, _) => throw new InvalidOperationException()).RunAsync(options));
        Assert.Equal(PageText("doctor-" + name), OutLines);
    }
}
