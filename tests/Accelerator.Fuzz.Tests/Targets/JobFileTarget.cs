using Accelerator.Jobs.Definitions;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A job file: either it is taken, or all that is wrong is told with a line that it has, and no password is repeated.</summary>
internal static class JobFileTarget
{
    public static bool Read(byte[] input)
    {
        var reading = JobFileReader.Read(input, CheckCron);
        Assert.Equal(reading.File is null, reading.Problems.Count > 0);
        // The JSON reader reports the line of a syntax error, and counts a carriage return as the end of a line too.
        var lines = input.Count(letter => letter is (byte)'\n' or (byte)'\r') + 1;
        Assert.All(reading.Problems, problem =>
        {
            Assert.InRange(problem.Line, 1, lines);
            Assert.Matches("[.?]$", problem.Sentence);
        });
        if (reading.File is not { } file) return false;
        Assert.True(file.Jobs.Count + file.Gateways.Count > 0);
        Assert.All(file.Jobs, job =>
        {
            Assert.Same(file.Servers[job.Server.Name], job.Server);
            Assert.True(job.Schedule.Every is null != job.Schedule.Cron is null);
            Assert.NotEmpty(job.Folders);
            Assert.InRange(job.Streams ?? 1, 1, 64);
            Assert.True(job.LookBack < file.Ledger.Keep);
            Assert.All(job.Folders, folder => Assert.InRange(folder.Expand(DateTimeOffset.UnixEpoch.AddYears(56), job.LookBack, "j", "s").Count, 1, PathTemplate.MostPaths + 1));
        });
        return true;
    }

    private static void CheckCron(string text)
    {
        if (text.Length % 2 != 0) throw new FormatException("it is odd");
    }
}
