namespace Accelerator.Engine.Tests.Storage;

public sealed class StorageErrorsTests
{
    [Theory]
    [InlineData(28, 112, StorageFailure.Full)]
    [InlineData(122, 39, StorageFailure.Full)]
    [InlineData(30, 19, StorageFailure.Denied)]
    [InlineData(13, 5, StorageFailure.Denied)]
    [InlineData(5, 1117, StorageFailure.Failed)]
    [InlineData(27, 223, StorageFailure.Failed)]
    public void Each_number_of_the_operating_system_has_its_reason(int unix, int windows, StorageFailure reason)
    {
        var number = OperatingSystem.IsWindows() ? unchecked((int)0x80070000) | windows : unix;
        var error = StorageErrors.From(new IOException("what the system says", number), "Writing", "/data/a.bin");
        Assert.Equal(reason, error.Reason);
        Assert.StartsWith("Writing '/data/a.bin' ", error.Message);
        Assert.EndsWith(".", error.Message);
    }

    [Theory]
    [InlineData(5, 1117, "Check the disk. What was written before is kept.")]
    [InlineData(36, 206, "Choose another file name or a shorter path.")]
    [InlineData(24, 4, "Close other programs, or raise the limit.")]
    [InlineData(116, 64, "Check the connection to the file server.")]
    [InlineData(71, 71, "Writing '/data/a.bin' failed: what the system says.")]
    public void The_advice_fits_the_cause(int unix, int windows, string advice)
    {
        var number = OperatingSystem.IsWindows() ? unchecked((int)0x80070000) | windows : unix;
        Assert.EndsWith(advice, StorageErrors.From(new IOException("what the system says", number), "Writing", "/data/a.bin").Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_that_is_too_long_is_not_reported_as_a_disk_failure() => Assert.EndsWith(
        "The file system does not accept this name. Choose another file name or a shorter path.",
        StorageErrors.From(new PathTooLongException("The path is too long."), "Opening", "/data/a.bin").Message,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("Read-only file system : '/data/a : 'b'.bin'", "Read-only file system.")]
    [InlineData(@"There is not enough space on the disk. : 'D:\a.bin'", "There is not enough space on the disk.")]
    [InlineData("Access to the path '/data/a.bin' is denied.", "Access to the path '/data/a.bin' is denied.")]
    [InlineData("Is a directory", "Is a directory.")]
    public void The_reason_is_a_sentence_without_the_path_that_the_runtime_appends(string message, string reason)
    {
        Assert.Equal(reason, StorageErrors.Reason(new IOException(message)));
        Assert.Equal($"Writing '/data/a.bin' failed: {reason}", StorageErrors.From(new IOException(message), "Writing", "/data/a.bin").Message);
    }

    [Fact]
    public void A_missing_folder_is_named()
    {
        var error = StorageErrors.From(new DirectoryNotFoundException(), "Opening", Path.Combine("data", "new", "a.bin"));
        Assert.Contains($"the folder '{Path.Combine("data", "new")}' does not exist. Create it", error.Message);
    }

    [Fact]
    public void Only_a_sharing_violation_counts_as_held_by_another()
    {
        Assert.True(StorageErrors.IsHeldByAnother(new IOException("x", OperatingSystem.IsWindows() ? unchecked((int)0x80070020) : 11)));
        Assert.False(StorageErrors.IsHeldByAnother(new IOException("x", 5)));
        Assert.False(StorageErrors.IsHeldByAnother(new InvalidOperationException()));
    }
}
