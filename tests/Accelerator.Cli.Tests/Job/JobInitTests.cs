
namespace Accelerator.Cli.Tests.Job;

public sealed class JobInitTests : LoopbackFixture
{
    [Theory]
    [InlineData("/archive/2026/328", "/archive/{yyyy}/{DDD}")]
    [InlineData("/archive/2026/11/24/07", "/archive/{yyyy}/{MM}/{dd}/{HH}")]
    [InlineData("/2026-11-24", "/{yyyy}-{MM}-{dd}")]
    [InlineData("/in/20261124", "/in/{yyyy}{MM}{dd}")]
    [InlineData("/2026_328/09", "/{yyyy}_{DDD}/{HH}")]
    [InlineData("/lists/11/400/{a}", "/lists/11/400/{{a}}")]
    [InlineData("/20261399/1234567", "/20261399/1234567")]
    public void A_date_in_a_path_becomes_a_token_and_another_number_does_not(string path, string template)
    {
        var found = new List<string>();
        foreach (var part in path.Split('/')[1..]) found.Add(DatedNames.TemplateOf(part, found) ?? DatedNames.Escape(part));
        Assert.Equal(template, "/" + string.Join('/', found));
    }

    [Fact]
    public void The_names_of_a_geostationary_image_give_a_pattern_a_distance_and_the_channels()
    {
        var names = Enumerable.Range(0, 12).SelectMany(slot => new[] { "ir105", "ir123", "vi006" }.Select(channel => $"gk2a_ami_le1b_{channel}_20261124{slot / 6:00}{slot % 6 * 10:00}.nc")).ToList();
        Assert.Equal(new NamePattern("gk*.nc", new ExpectedNames(TimeSpan.FromMinutes(10), 3, "*{yyyy}{MM}{dd}{HH}{mm}*.nc")), NamePattern.Of([.. names, "README.txt"]));
        var swapped = Enumerable.Range(0, 12).SelectMany(slot => Enumerable.Range(1, 16).Select(channel => $"IMG_20261124T{slot / 6:00}{slot % 6 * 10:00}_ch{channel:00}.nc"));
        Assert.Equal(new NamePattern("IMG_*.nc", new ExpectedNames(TimeSpan.FromMinutes(10), 16, "IMG_{yyyy}{MM}{dd}T{HH}{mm}_ch{channel}.nc")), NamePattern.Of([.. swapped]));
    }

    [Fact]
    public void Names_without_a_time_give_a_pattern_only_and_two_kinds_of_names_none()
    {
        Assert.Equal(new NamePattern("pass-*.nc", null), NamePattern.Of(["pass-001.nc", "pass-002.nc", "pass-003.nc", "pass-004.nc"]));
        Assert.Equal(new NamePattern(null, null), NamePattern.Of(["a", "b"]));
        Assert.Equal(new NamePattern(null, null), NamePattern.Of([]));
    }

    [Fact]
    public async Task A_server_is_asked_and_the_file_that_is_written_is_valid()
    {
        for (var i = 0; i < 12; i++) Server.Files.AddSynthetic($"/archive/2026/328/S5P_20261124{i:00}00.nc", 100);
        Server.Files.AddSynthetic("/archive/2026/327/S5P_202611231000.nc", 100);
        Server.Files.AddSynthetic("/archive/2025/001/S5P_202501011000.nc", 100);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("job", "init", Url("/archive"), "--output", "jobs.json"));
        Assert.StartsWith("jobs.json is written: /archive/2026/328 has 12 files. Correct the target, then run: ftpx job validate jobs.json", Out);
        var text = await File.ReadAllTextAsync(Path.Combine(Process.Folder, "jobs.json"));
        Assert.Contains("\"folders\": [ \"/archive/{yyyy}/{DDD}\" ]", text);
        Assert.Contains("\"include\": [ \"S*.nc\" ]", text);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("job", "validate", "jobs.json"));
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("job", "init", Url("/archive"), "--output", "jobs.json"));
        Assert.DoesNotContain(Server.Log.Commands, command => command.Verb is "RETR" or "STOR" or "DELE");
    }

    [Fact]
    public async Task A_folder_with_other_folders_only_is_a_question_to_the_operator()
    {
        Server.Files.AddSynthetic("/goes/west/2026/a.nc", 100);
        Assert.NotEqual((int)ExitCodes.Ok, await RunAsync("job", "init", Url("/")));
        Assert.Contains("has no files and no dated folders. Name one of its folders: goes.", Err);
    }
}
