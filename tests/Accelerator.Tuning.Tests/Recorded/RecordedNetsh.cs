namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>
/// netsh according to its reference, over a recorded CIM: each supported argument sets the value that CIM returns, and an unsupported one
/// is refused and changes nothing. The keywords and numbers are repeated here, so that a wrong one in the catalogue is detected.
/// </summary>
internal sealed class RecordedNetsh(Dictionary<string, List<Dictionary<string, string>>> classes, int build) : ICommandRunner
{
    private const string Tcp = "MSFT_NetTCPSetting";
    private const string Offload = "MSFT_NetOffloadGlobalSetting";

    private static readonly string[] OnOff = ["disabled", "enabled"];
    private static readonly string[] Levels = ["disabled", "highlyrestricted", "restricted", "normal", "experimental"];
    private static readonly string[] Unread = ["disabled", "enabled", "default"];

    public List<string> Commands { get; } = [];

    public Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        Commands.Add(string.Join(' ', words.Prepend(program)));
        Assert.Equal("netsh", program);
        var settings = words.Where(word => word.Contains('=')).Select(word => word.Split('=', 2)).ToDictionary(word => word[0], word => word[1]);
        var done = string.Join(' ', words.Where(word => !word.Contains('='))) switch
        {
            "interface tcp set global" => settings.All(setting => Global(setting.Key, setting.Value)),
            "interface tcp set heuristics" => settings.All(setting => setting.Key == "forcews" && Word("ForceWS", OnOff, setting.Value)),
            "interface tcp set supplemental" => settings.Remove("template", out var template) && settings.All(setting => Supplemental(template, setting.Key, setting.Value)),
            "interface ipv4 set global" => settings.All(setting => setting.Key == "loopbacklargemtu" && OnOff.Contains(setting.Value)),
            "winsock set autotuning on" or "winsock set autotuning off" => true,
            "interface ip set global" => settings.All(setting => setting.Key == "taskoffload" && Offloaded("TaskOffload", OnOff, setting.Value)),
            "interface ipv4 set dynamicport tcp" => Ports(settings["start"], settings["num"]),
            _ => words is ["interface", "ipv4", "set", "subinterface", var index, ..] && settings["store"] == "persistent" && Packets(index, settings["mtu"]),
        };
        return Task.FromResult(done ? 0 : 1);
    }

    private bool Global(string name, string value) => name switch
    {
        "autotuninglevel" => Word("AutoTuningLevelLocal", Levels, value),
        "ecncapability" => Word("EcnCapability", OnOff, value),
        "timestamps" => Word("Timestamps", ["disabled", "enabled", "allowed"], value),
        "initialrto" => Number("InitialRto", value, 300, 3000, null),
        "maxsynretransmissions" => Number("MaxSynRetransmissions", value, 2, 8, null),
        "nonsackrttresiliency" => Word("NonSackRttResiliency", OnOff, value),
        "rss" => Offloaded("ReceiveSideScaling", OnOff, value),
        "rsc" => Offloaded("ReceiveSegmentCoalescing", OnOff, value),
        // Server 2022 and later no longer support chimney.
        "chimney" => build < 20348 && Offloaded("Chimney", ["disabled", "enabled", "automatic"], value),
        "hystart" or "prr" => build >= 20348 && Unread.Contains(value),
        "fastopen" => Unread.Contains(value),
        "pacingprofile" => value is "off" or "initialwindow" or "slowstart" or "always" or "default",
        _ => false,
    };

    private bool Supplemental(string template, string name, string value) => name switch
    {
        "congestionprovider" => Code("CongestionProvider", value switch { "none" => 0, "ctcp" => 2, "dctcp" => 3, "cubic" => 5, "bbr2" => 6, _ => null }, template),
        "minrto" => Number("MinRto", value, 20, 300, template),
        "delayedacktimeout" => Number("DelayedAckTimeout", value, 10, 600, template),
        "delayedackfrequency" => Number("DelayedAckFrequency", value, 1, 255, template),
        "icw" => Number("InitialCongestionWindow", value, 2, 64, template),
        "enablecwndrestart" => Code("CwndRestart", Array.IndexOf(OnOff, value), template),
        "rack" or "taillossprobe" => build >= 20348 && Unread.Contains(value),
        _ => false,
    };

    private bool Ports(string start, string count)
    {
        var (first, number) = (int.Parse(start, CultureInfo.InvariantCulture), int.Parse(count, CultureInfo.InvariantCulture));
        return first >= 1025 && number >= 255 && first + number <= 65536 && Code("DynamicPortRangeStartPort", first, null) && Code("DynamicPortRangeNumberOfPorts", number, null);
    }

    private bool Packets(string index, string mtu) => Put(classes["MSFT_NetIPInterface"].Where(row => (row["AddressFamily"], row["InterfaceIndex"]) == ("2", index)), "NlMtu", int.Parse(mtu, CultureInfo.InvariantCulture));

    private bool Word(string property, string[] words, string value) => Code(property, Array.IndexOf(words, value), null);

    private bool Number(string property, string value, int least, int most, string? template) =>
        int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most && Code(property, number, template);

    private bool Offloaded(string property, string[] words, string value) => Put(classes[Offload], property, Array.IndexOf(words, value));

    // Without a template the value applies to all rows, except the row that only tells which of the others applies.
    private bool Code(string property, int? code, string? template) =>
        Put(classes[Tcp].Where(row => template is null ? row["SettingName"] != "Automatic" : row["SettingName"].Equals(template, StringComparison.OrdinalIgnoreCase)), property, code);

    private static bool Put(IEnumerable<Dictionary<string, string>> rows, string property, int? code)
    {
        if (code is null or < 0) return false;
        foreach (var row in rows) row[property] = code.Value.ToString(CultureInfo.InvariantCulture);
        return true;
    }
}
