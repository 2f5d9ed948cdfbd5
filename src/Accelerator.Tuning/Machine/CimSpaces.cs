namespace Accelerator.Tuning.Machine;

/// <summary>The CIM namespaces in use.</summary>
public static class CimSpaces
{
    /// <summary>Adapters, TCP templates, offloads: the classes behind <c>Get-NetAdapter</c> and <c>Get-NetTCPSetting</c>.</summary>
    public const string Network = @"root\StandardCimv2";

    /// <summary>Microsoft Defender; absent if another program has replaced it.</summary>
    public const string Defender = @"root\Microsoft\Windows\Defender";
}
