namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>Tests of the recordings themselves.</summary>
public sealed class RecordingTests
{
    // The values that Windows and drivers localise. Keywords, classes, properties and numbers are the same in every language.
    private static readonly HashSet<string> Localised = ["Name", "InterfaceDescription", "InterfaceAlias", "DisplayName", "DriverDesc", "ParamDesc"];

    public static TheoryData<string> Files => new(RecordedComputer.Files);

    public static TheoryData<string> Korean => new(RecordedComputer.Files.Where(file => file.EndsWith(".ko.json", StringComparison.Ordinal)));

    [Theory]
    [InlineData("windows-10-22h2", 19045, false)]
    [InlineData("windows-11-24h2", 26100, false)]
    [InlineData("server-2016", 14393, true)]
    [InlineData("server-2019", 17763, true)]
    [InlineData("server-2022", 20348, true)]
    [InlineData("server-2025", 26100, true)]
    public void Every_system_that_the_program_is_for_is_there(string system, int build, bool isServer)
    {
        var host = new RecordedComputer(system + ".en.json").Host;
        Assert.Equal((build, isServer), (host.Build, host.IsServer));
        Assert.NotEmpty(host.Adapters);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Each_recording_states_that_it_was_not_recorded_on_a_machine(string file)
    {
        var recording = Recording.Read(RecordedComputer.PathOf(file));
        Assert.EndsWith("; not recorded on a machine.", recording.Note, StringComparison.Ordinal);
        Assert.Equal(["Automatic", "Compat", "Datacenter", "DatacenterCustom", "Internet", "InternetCustom"], recording.Classes["MSFT_NetTCPSetting"].Select(row => row["SettingName"]).Order(StringComparer.Ordinal));
        Assert.Equal(file.Split('.')[1], recording.Language[..2]);
    }

    [Theory]
    [MemberData(nameof(Korean))]
    public void A_language_changes_names_for_people_and_nothing_else(string file)
    {
        var (korean, english) = (Recording.Read(RecordedComputer.PathOf(file)), Recording.Read(RecordedComputer.PathOf(file.Replace(".ko.", ".en.", StringComparison.Ordinal))));
        Assert.Equal(Lines(english, localised: false), Lines(korean, localised: false));
        var names = Lines(korean, localised: true);
        Assert.Contains(names, line => line.EndsWith("InterfaceAlias=이더넷", StringComparison.Ordinal));
        Assert.NotEqual(Lines(english, localised: true), names);
    }

    private static List<string> Lines(Recording recording, bool localised) =>
    [
        .. from key in recording.Keys from value in key.Value where Localised.Contains(value.Key) == localised select $"{key.Key}\\{value.Key}={value.Value}",
        .. from type in recording.Classes from row in type.Value from value in row where Localised.Contains(value.Key) == localised select $"{type.Key} {value.Key}={value.Value}",
    ];
}
