using Accelerator.Gateway.ReadAhead;

namespace Accelerator.Gateway.Tests.ReadAhead;

/// <summary>The memory of the read-ahead.</summary>
public sealed class FileCacheTests
{
    private const long Capacity = 1 << 20;
    private static readonly object Login = new();

    [Fact]
    public void The_file_that_was_not_used_for_longest_leaves_first()
    {
        var cache = new FileCache(Capacity);
        for (var i = 0; i < 3; i++) Add(cache, $"/{i}", 300_000);
        cache.Lease(Login, Path("/0"))!.Dispose();
        Add(cache, "/3", 300_000);
        Assert.NotNull(cache.Peek(Login, Path("/0")));
        Assert.Null(cache.Peek(Login, Path("/1")));
        Assert.InRange(cache.Used, 900_000, Capacity);
    }

    [Fact]
    public void A_file_that_is_being_sent_stays_and_counts()
    {
        var cache = new FileCache(Capacity);
        Add(cache, "/0", 900_000);
        var lease = cache.Lease(Login, Path("/0"))!;
        Assert.False(cache.TryReserve(300_000));
        cache.Remove(Login, Path("/0"));
        Assert.False(cache.TryReserve(300_000));
        lease.Dispose();
        lease.Dispose();
        Assert.Equal(0, cache.Used);
        Assert.True(cache.TryReserve(300_000));
    }

    [Fact]
    public void A_file_that_is_larger_than_the_memory_is_not_kept_and_evicts_nothing()
    {
        var cache = new FileCache(Capacity);
        Add(cache, "/0", 900_000);
        Assert.False(cache.TryReserve(Capacity));
        Assert.NotNull(cache.Peek(Login, Path("/0")));
    }

    [Fact]
    public void A_login_has_its_own_files()
    {
        var (cache, other) = (new FileCache(Capacity), new object());
        Add(cache, "/0", 1000);
        Assert.Null(cache.Lease(other, Path("/0")));
        cache.RemoveAll(other);
        Assert.NotNull(cache.Peek(Login, Path("/0")));
        cache.RemoveAll(Login);
        Assert.Equal(0, cache.Used);
    }

    private static FtpPath Path(string text) => FtpPath.FromText(text, Encoding.UTF8);

    private static void Add(FileCache cache, string path, int length)
    {
        Assert.True(cache.TryReserve(length));
        cache.Add(Login, Path(path), new CachedFile(new byte[length], "20260101000000", 0));
    }
}
