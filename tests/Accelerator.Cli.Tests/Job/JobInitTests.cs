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
        Assert.Equal(new NamePattern("gk*.nc", new ExpectedNames(TimeSpan.FromMinutes(10), 3, "gk2a_ami_le1b_{channel}_{yyyy}{MM}{dd}{HH}{mm}*.nc")), NamePattern.Of([.. names, "README.txt"]));
        var swapped = Enumerable.Range(0, 12).SelectMany(slot => Enumerable.Range(1, 16).Select(channel => $"IMG_20261124T{slot / 6:00}{slot % 6 * 10:00}_ch{channel:00}.nc"));
        Assert.Equal(new NamePattern("IMG_*.nc", new ExpectedNames(TimeSpan.FromMinutes(10), 16, "IMG_{yyyy}{MM}{dd}T{HH}{mm}_ch{channel}.nc")), NamePattern.Of([.. swapped]));
    }

    [Theory]
    [InlineData("gk2a_ami_le1b_{0}_fd020ge_{1:yyyyMMddHHmm}.nc", "ir087 ir105 wv063", 10, "gk2a_ami_le1b_{channel}_fd020ge_{yyyy}{MM}{dd}{HH}{mm}*.nc")]
    [InlineData("gk2a_ami_le1b_{0}ge_{1:yyyyMMddHHmm}.nc", "ir105_fd020 vi006_fd005 vi004_fd010", 10, "gk2a_ami_le1b_{channel}_*_{yyyy}{MM}{dd}{HH}{mm}*.nc")]
    [InlineData("OR_ABI-L1b-RadF-M6C{0}_G16_s{1:yyyy}{2}{1:HHmm}203_e{1:yyyy}{2}{1:HHmm}511_c{1:yyyy}{2}{1:HHmm}568.nc", "01 02 13", 10, "OR_ABI-L1b-RadF-M6C{channel}_G16_s{yyyy}{DDD}{HH}{mm}*.nc")]
    [InlineData("MOD021KM.A{1:yyyy}{2}.{1:HHmm}.061.2026329190512.hdf", "", 5, "MOD021KM.A{yyyy}{DDD}.{HH}{mm}*.hdf")]
    [InlineData("NSS.GHRR.NP.D{1:yy}{2}.S{1:HHmm}.E0312.B9012345.GC", "", 60, "NSS.GHRR.NP.D{yy}{DDD}.S{HH}{mm}*.GC")]
    [InlineData("{0}00KOR_R_{1:yyyy}{2}{1:HHmm}_01H_30S_MO.crx.gz", "DAEJ SUWN JEJU", 60, "{channel}_R_{yyyy}{DDD}{HH}{mm}*.gz")]
    [InlineData("{0}_{1:yyMMddHHmm}.dat", "IR1 IR2 VIS", 30, "{channel}_{yy}{MM}{dd}{HH}{mm}*.dat")]
    [InlineData("{0}{1:yyMMddHHmmss}.dat", "IR VIS", 30, "{channel}{yy}{MM}{dd}{HH}{mm}*.dat")]
    [InlineData("HS_H09_{1:yyyyMMdd}_{1:HHmm}_{0}_S0101.DAT.bz2", "B01_FLDK_R10 B03_FLDK_R05 B13_FLDK_R20", 10, "HS_H09_{yyyy}{MM}{dd}_{HH}{mm}_B{channel}_FLDK_*_S0101.DAT.bz2")]
    [InlineData("SVM{0}_npp_d{1:yyyyMMdd}_t{1:HHmm}203_e0000000_b78901_c20261125131500123456_cspp_dev.h5", "01 02", 10, "SVM{channel}_npp_d{yyyy}{MM}{dd}_t{HH}{mm}*.h5")]
    [InlineData("coms_{1:yyyy-MM-dd}T{1:HH-mm}_{0}.png", "ir wv", 15, "coms_{yyyy}-{MM}-{dd}T{HH}-{mm}_{channel}.png")]
    public void The_names_of_satellite_products_give_their_pattern(string form, string channels, int minutes, string pattern)
    {
        // On day 112 of the year the digits can also be read as a date in November.
        foreach (var first in (DateTime[])[new(2026, 11, 24), new(2026, 4, 22), new(2026, 1, 1)])
        {
            var all = channels.Split(' ');
            var names = Enumerable.Range(0, 24).Select(slot => first.AddMinutes(slot * minutes)).SelectMany(at => all.Select(
                channel => string.Format(CultureInfo.InvariantCulture, form, channel, at, $"{at.DayOfYear:000}"))).ToList();
            Assert.Equal(new ExpectedNames(TimeSpan.FromMinutes(minutes), all.Length, pattern), NamePattern.Of(names).Expect);
        }
    }

    [Theory]
    // The channel ends in digits and the time begins with some: no pattern tells where.
    [InlineData("ch{0}{1:yyMMddHHmm}.dat")]
    [InlineData("ch{0}_{1:yyMMdd}.dat")]
    [InlineData("a20261124_1200_b{1:mmHH}_{0}.dat")]
    public void Ambiguous_names_give_no_pattern(string form)
    {
        var names = Enumerable.Range(0, 24).SelectMany(slot => ((int[])[1, 2]).Select(
            channel => string.Format(CultureInfo.InvariantCulture, form, channel, new DateTime(2026, 11, 24).AddHours(slot)))).ToList();
        Assert.Null(NamePattern.Of(names).Expect);
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
        Assert.StartsWith("Wrote jobs.json. /archive/2026/328 has 12 files. Correct the target, then run: ftpx job validate jobs.json", Out);
        var text = await File.ReadAllTextAsync(Path.Combine(Process.Folder, "jobs.json"));
        Assert.Contains("\"folders\": [ \"/archive/{yyyy}/{DDD}\" ]", text);
        Assert.Contains("\"include\": [ \"S*.nc\" ]", text);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("job", "validate", "jobs.json"));
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("job", "init", Url("/archive"), "--output", "jobs.json"));
        Assert.DoesNotContain(Server.Log.Commands, command => command.Verb is "RETR" or "STOR" or "DELE");
    }

    [Theory]
    [InlineData(".", " is a folder.")]
    [InlineData("none/jobs.json", "none/jobs.json does not exist.")]
    public async Task A_job_file_that_cannot_be_written_is_a_usage_error_before_the_server_is_asked(string output, string end)
    {
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("job", "init", Url("/"), "--output", output));
        Assert.StartsWith("ftpx: error: The job file cannot be written: ", Err);
        Assert.EndsWith(end, Err.Trim());
        Assert.Empty(Server.Log.Commands);
    }

    [Fact]
    public async Task A_folder_with_other_folders_only_is_a_question_to_the_operator()
    {
        Server.Files.AddSynthetic("/goes/west/2026/a.nc", 100);
        Assert.NotEqual((int)ExitCodes.Ok, await RunAsync("job", "init", Url("/")));
        Assert.Contains("has no files and no dated folders. Name one of its folders: goes.", Err);
    }
}
