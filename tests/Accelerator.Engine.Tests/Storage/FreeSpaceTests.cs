namespace Accelerator.Engine.Tests.Storage;

public sealed class FreeSpaceTests
{
    [Fact]
    public void A_size_beyond_what_is_free_is_refused_with_both_numbers_and_one_that_fits_is_not()
    {
        using var folder = new TempFolder();
        var path = folder.File("a.bin");
        Assert.NotNull(FreeSpace.Of(path));
        FreeSpace.Require(path, 0);
        var error = Assert.Throws<StorageException>(() => FreeSpace.Require(path, 1_000_000_000_000_000_000));
        Assert.Equal(StorageFailure.Full, error.Reason);
        Assert.Matches($"'{path}' needs 1,000,000,000,000,000,000 bytes more and its volume has [0-9,]+ free", error.Message);
    }

    [Fact]
    public void What_cannot_be_told_refuses_nothing()
    {
        using var folder = new TempFolder();
        var path = Path.Combine(folder.File("missing"), "a.bin");
        Assert.Null(FreeSpace.Of(path));
        FreeSpace.Require(path, long.MaxValue);
    }
}
