namespace Accelerator.Soak.Tests;

/// <summary>The programs, beside this project's own output and in the same configuration.</summary>
internal static class BuiltProgram
{
    /// <summary>What <c>dotnet</c> runs.</summary>
    /// <param name="project">The program's project.</param>
    /// <param name="file">Its assembly's file.</param>
    public static string Find(string project, string file)
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory);
        return Path.Combine(own.Parent!.Parent!.FullName, project, own.Name, file);
    }
}
