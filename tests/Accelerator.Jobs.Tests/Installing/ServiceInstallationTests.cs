using Accelerator.Jobs.Installing;

namespace Accelerator.Jobs.Tests.Installing;

public sealed class ServiceInstallationTests
{
    [Theory]
    [InlineData(@"C:\Program Files\A\ftpxd.exe", null, null, "\"C:\\Program Files\\A\\ftpxd.exe\"")]
    [InlineData(@"C:\ftpxd.exe", @"D:\", null, "\"C:\\ftpxd.exe\" --data \"D:\\\\\"")]
    [InlineData(@"C:\ftpxd.exe", @"D:\my data", @"E:\a b\jobs.json", "\"C:\\ftpxd.exe\" --data \"D:\\my data\" --jobs \"E:\\a b\\jobs.json\"")]
    [InlineData(@"C:\--data\ftpxd.exe", null, @"E:\j", "\"C:\\--data\\ftpxd.exe\" --jobs \"E:\\j\"")]
    public void The_command_line_for_Windows_is_quoted_and_parsed_back(string executable, string? data, string? jobs, string line)
    {
        var wanted = new ServiceInstallation { Executable = executable, Data = data, Jobs = jobs };
        Assert.Equal(line, wanted.CommandLine);
        Assert.Equal(wanted, ServiceInstallation.Of(new ServiceReport(ServiceRunState.Stopped, 0, 0, false, line, wanted.Account, wanted.Start)));
    }

    [Fact]
    public void A_quotation_mark_in_a_path_is_refused() =>
        Assert.Throws<ServiceControlException>(() => new ServiceInstallation { Executable = "C:\\a\" --data \"D:\\b" }.CommandLine);

    [Theory]
    [InlineData("")]
    [InlineData("   ")]
    public void An_empty_command_line_is_rejected(string line) =>
        Assert.Throws<ServiceControlException>(() => ServiceInstallation.Of(new ServiceReport(ServiceRunState.Stopped, 0, 0, false, line, "", ServiceStart.Manual)));

    [Fact]
    public void A_foreign_command_line_is_parsed_as_far_as_possible()
    {
        var read = ServiceInstallation.Of(new ServiceReport(ServiceRunState.Stopped, 0, 0, false, @"C:\ftpxd.exe --data ""D:\x", "me", ServiceStart.Manual));
        Assert.Equal((@"C:\ftpxd.exe", @"D:\x", null, "me", ServiceStart.Manual), (read.Executable, read.Data, read.Jobs, read.Account, read.Start));
    }
}
