namespace Accelerator.Tuning.Catalogue;

/// <summary>The place where a value is stored: the only one that it is read from and compared with.</summary>
public abstract record SettingPlace
{
    private SettingPlace()
    {
    }

    /// <summary>The system that has such a place.</summary>
    public virtual HostPlatform Platform => HostPlatform.Windows;

    /// <summary>The name under which an adapter's driver lists the values it accepts; null if no driver does.</summary>
    public virtual string? DriverName => null;

    /// <summary>
    /// A property of the network classes in <c>root\StandardCimv2</c>: numbers and English names, whatever the language of Windows.
    /// </summary>
    /// <param name="Class">The class, as in <c>MSFT_NetTCPSetting</c>.</param>
    /// <param name="Property">The property.</param>
    /// <param name="Instance">The value of SettingName that picks the row; null for a class of one row.</param>
    /// <param name="Policy">Where a group policy that overrides the value shows; null if none can.</param>
    public sealed record Cim(string Class, string Property, string? Instance = null, CimPolicy? Policy = null) : SettingPlace;

    /// <summary>How a CIM class shows that a group policy overrides a value.</summary>
    /// <param name="Decider">The property that is 1 then: it names what decides, and holds no value itself.</param>
    /// <param name="Value">The property that holds the policy's value.</param>
    public sealed record CimPolicy(string Decider, string Value);

    /// <summary>
    /// A range of ports that CIM gives as its first port and its length: one setting, because the two are rolled back together.
    /// </summary>
    /// <param name="Class">The class.</param>
    /// <param name="Start">The property of the first port.</param>
    /// <param name="Count">The property of the number of ports.</param>
    /// <param name="Instance">The value of SettingName that picks the row.</param>
    public sealed record Ports(string Class, string Start, string Count, string Instance) : SettingPlace;

    /// <summary>A property of an adapter's IPv4 interface, in the CIM class <c>MSFT_NetIPInterface</c>.</summary>
    /// <param name="Property">The property.</param>
    public sealed record IPv4Interface(string Property) : SettingPlace
    {
        public const string Class = "MSFT_NetIPInterface";
    }

    /// <summary>A value below <c>HKEY_LOCAL_MACHINE</c>.</summary>
    /// <param name="Key">The key, without the hive.</param>
    /// <param name="Name">The value's name.</param>
    public sealed record Registry(string Key, string Name) : SettingPlace;

    /// <summary>
    /// A standardised keyword of an adapter's driver, in its class key. Keywords are the same in every language; display names are not.
    /// </summary>
    /// <param name="Keyword">The keyword with its asterisk, as in <c>*ReceiveBuffers</c>.</param>
    public sealed record DriverKeyword(string Keyword) : SettingPlace
    {
        public override string DriverName => Keyword;
    }

    /// <summary>The active power plan, identified by its GUID.</summary>
    public sealed record PowerPlan : SettingPlace;

    /// <summary>A value of the Linux kernel below <c>/proc/sys</c>.</summary>
    /// <param name="Name">The name for sysctl, as in <c>net.ipv4.tcp_rmem</c>.</param>
    /// <param name="Field">The index of the number within a line of several, from 0.</param>
    public sealed record Sysctl(string Name, int Field = 0) : SettingPlace
    {
        public override HostPlatform Platform => HostPlatform.Linux;
    }

    /// <summary>A file of the Linux kernel that holds one word.</summary>
    /// <param name="Path">The path from the root, with <c>{adapter}</c> for the interface's name.</param>
    public sealed record LinuxFile(string Path) : SettingPlace
    {
        public override HostPlatform Platform => HostPlatform.Linux;
    }

    /// <summary>Files of the Linux kernel with the same meaning, one for each object of a kind.</summary>
    /// <param name="Folder">The folder whose entries name the objects, with <c>{adapter}</c> for the interface's name.</param>
    /// <param name="Prefix">What the names of the objects begin with; others are ignored.</param>
    /// <param name="File">The path of an object's file, with <c>{each}</c> for its name.</param>
    public sealed record EachFile(string Folder, string Prefix, string File) : SettingPlace
    {
        public override HostPlatform Platform => HostPlatform.Linux;
    }

    /// <summary>The root queue discipline of an interface.</summary>
    public sealed record QueueDiscipline : SettingPlace
    {
        public override HostPlatform Platform => HostPlatform.Linux;
    }

    /// <summary>The file with the kernel settings that Linux sets when it starts.</summary>
    public sealed record BootFile : SettingPlace
    {
        /// <summary>
        /// Its path. systemd-sysctl reads the files in the order of their names, so this one comes after those of the system.
        /// </summary>
        public const string Path = "/etc/sysctl.d/99-z-accelerator.conf";

        public override HostPlatform Platform => HostPlatform.Linux;
    }

    /// <summary>A value in the answer of a Linux driver to an ethtool request.</summary>
    /// <param name="Question">The number of the request, <c>ETHTOOL_G…</c> of <c>linux/ethtool.h</c>.</param>
    /// <param name="Answer">The index of the 32-bit word of the answer that holds the value; word 0 is the request itself.</param>
    /// <param name="Most">The index of the word with the driver's maximum; 0 if there is none.</param>
    public sealed record Ethtool(uint Question, int Answer, int Most = 0) : SettingPlace
    {
        public override HostPlatform Platform => HostPlatform.Linux;

        public override string? DriverName => Most == 0 ? null : $"{Question:x}.{Answer}";
    }

    /// <summary>
    /// A place that no program can read in every language of Windows: what is written there is never reported as verified.
    /// </summary>
    public sealed record Unread : SettingPlace;
}
