using Accelerator.Cli.Tests.Docs;

namespace Accelerator.Tuning.Tests.Exporting;

public sealed class TuningPageTests
{
    /// <summary>FTPX_WRITE_DOCS=1 rewrites the page.</summary>
    [Fact]
    public void The_page_matches_the_catalogue_and_the_profiles()
    {
        var path = Path.Combine(CheckoutFiles.Root, "docs", "tuning-settings.md");
        if (Environment.GetEnvironmentVariable("FTPX_WRITE_DOCS") == "1") File.WriteAllText(path, TuningPage.Write());
        Assert.Equal(TuningPage.Write(), File.ReadAllText(path).ReplaceLineEndings("\n"));
    }
}
