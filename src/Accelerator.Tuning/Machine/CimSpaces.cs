namespace Accelerator.Tuning.Machine;

/// <summary>The namespaces of CIM that are asked.</summary>
public static class CimSpaces
{
    /// <summary>Adapters, TCP's templates, offloads: the classes behind <c>Get-NetAdapter</c> and <c>Get-NetTCPSetting</c>.</summary>
    public const string Network = @"root\StandardCimv2";

    /// <summary>Microsoft Defender; not there where another program has taken its place.</summary>
    public const string Defender = @"root\Microsoft\Windows\Defender";
}
