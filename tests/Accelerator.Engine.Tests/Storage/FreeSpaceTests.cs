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
        Assert.Matches($"'{path}' needs 888 PiB more, but its volume has only [0-9.]+ [KMGT]iB free", error.Message);
    }

    [Fact]
    public void Unknown_free_space_rejects_nothing()
    {
        using var folder = new TempFolder();
        var path = Path.Combine(folder.File("missing"), "a.bin");
        Assert.Null(FreeSpace.Of(path));
        FreeSpace.Require(path, long.MaxValue);
    }

    [Fact]
    public void A_partial_file_needs_what_is_not_allocated_and_its_length_does_not_count()
    {
        const long Size = 8 << 20;
        using var folder = new TempFolder();
        var part = folder.File("a.bin.part");
        Assert.Equal(Size, FreeSpace.NeededBy(part, Size));
        using (var file = File.Create(part)) file.SetLength(Size);
        Assert.Equal(Size, FreeSpace.NeededBy(part, Size));
        Assert.Equal(Size - 5, FreeSpace.NeededBy(part, Size, stored: 5));

        using (var file = File.OpenWrite(part)) file.Write(new byte[3 << 20]);
        Assert.InRange(FreeSpace.NeededBy(part, Size), 1, Size - (3 << 20));
        Assert.Equal(0, FreeSpace.NeededBy(part, 1));
    }
}
