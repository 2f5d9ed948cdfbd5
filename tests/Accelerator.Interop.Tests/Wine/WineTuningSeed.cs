namespace Accelerator.Interop.Tests.Wine;

/// <summary>The registry of a Windows Server 2022 with one adapter and a tunnel, as a file of regedit's.</summary>
internal static class WineTuningSeed
{
    public const string Class = @"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Class\{4D36E972-E325-11CE-BFC1-08002BE10318}";
    public const string Nic = Class + @"\0001";
    private const string Version = @"HKEY_LOCAL_MACHINE\SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    public const string FileSystem = @"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\FileSystem";
    public const string Multimedia = Version + @"\Multimedia\SystemProfile";

    // With what must not be there.
    private const string Host =
        $$"""
        [-{{Class}}]
        [-HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\AFD\Parameters]
        [-HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Windows\QoS]

        [{{Version}}]
        "CurrentBuildNumber"="20348"
        "InstallationType"="Server"

        [{{Multimedia}}]
        "NetworkThrottlingIndex"="ten"

        [{{FileSystem}}]
        "LongPathsEnabled"=-

        [HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\Tcpip\Parameters]
        "TcpWindowSize"=dword:0000ffff

        [HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Services\AFD\Parameters]
        "DefaultReceiveWindow"=dword:00002000

        [HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Microsoft\Windows\QoS]
        "Tcp Autotuning Level"="Highly Restricted"


        """;

    public static string Of(string adapter) => Host + Adapter(adapter);

    // Some keywords are set, some are not, and some the driver does not have.
    private static string Adapter(string name) =>
        $$"""
        [{{Nic}}]
        "NetCfgInstanceId"="{6F5B1C4A-3D0E-4C7B-9A51-2E8D7C6B5A41}"
        "DriverDesc"="{{name}}"
        "Characteristics"=dword:00000084
        "*RSS"="0"
        "*NumRssQueues"="1"
        "*ReceiveBuffers"="512"
        "*FlowControl"="3"

        [{{Nic}}\Ndi\params\*RSS]
        "type"="enum"
        "default"="1"

        [{{Nic}}\Ndi\params\*NumRssQueues]
        "type"="enum"
        "default"="8"

        [{{Nic}}\Ndi\params\*NumRssQueues\Enum]
        "1"="1 대기열"
        "2"="2 대기열"
        "4"="4 대기열"
        "8"="8 대기열"
        "16"="16 대기열"

        [{{Nic}}\Ndi\params\*ReceiveBuffers]
        "type"="int"
        "default"="512"
        "min"="64"
        "max"="4096"
        "step"="8"

        [{{Nic}}\Ndi\params\*TransmitBuffers]
        "type"="int"
        "default"="512"
        "min"="64"
        "max"="2050"
        "step"="8"

        [{{Class}}\0002]
        "NetCfgInstanceId"="{91E4D0C7-8A26-4B5F-B1D3-7C60F2A9E854}"
        "DriverDesc"="WAN Miniport (IP)"
        "Characteristics"=dword:00000029

        """;
}
