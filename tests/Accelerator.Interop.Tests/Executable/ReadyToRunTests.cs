using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Accelerator.Interop.Tests.Executable;

/// <summary>The published programs are compiled ahead of time (ReadyToRun): <c>docs/decisions/0019-ready-to-run.md</c>.</summary>
public sealed class ReadyToRunTests
{
    // readytorun.h: READYTORUN_SIGNATURE, "RTR".
    private const uint Signature = 0x00525452;

    [ServerFact("wine")]
    public void The_programs_and_their_libraries_contain_native_code()
    {
        var native = Directory.EnumerateFiles(WindowsBuild.Shipped.RequireFolder(), "*.dll").ToDictionary(path => Path.GetFileName(path), HasNativeCode);

        string[] programs = ["ftpx.dll", "ftpxd.dll", "Accelerator.Engine.dll", "Accelerator.Ftp.dll", "Accelerator.Jobs.dll"];
        Assert.All(programs, name => Assert.True(native[name]));
        Assert.Equal(["Npgsql.dll", "Quartz.dll"], native.Where(file => file.Value == false).Select(file => file.Key).Order(StringComparer.Ordinal));
    }

    /// <summary>Returns whether an assembly contains ReadyToRun code, or null if the file is no assembly or has no method to compile (it only forwards types).</summary>
    private static bool? HasNativeCode(string path)
    {
        using var image = new PEReader(File.OpenRead(path));
        if (!image.HasMetadata) return null;
        var metadata = image.GetMetadataReader();
        if (metadata.MethodDefinitions.All(method => metadata.GetMethodDefinition(method).RelativeVirtualAddress == 0)) return null;
        var native = image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory;
        return native.Size > 0 && image.GetSectionData(native.RelativeVirtualAddress).GetReader().ReadUInt32() == Signature;
    }
}
