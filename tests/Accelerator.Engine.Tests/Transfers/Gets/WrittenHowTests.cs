namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>
/// The result reports how the file was written. The folder for temporary files must lie on a disk (ext4, XFS), the folder for shared memory
/// in memory.
/// </summary>
public sealed class WrittenHowTests
{
    [Theory]
    [InlineData(UnbufferedWrites.On, true)]
    [InlineData(UnbufferedWrites.Off, false)]
    [InlineData(UnbufferedWrites.Auto, false)]
    public async Task A_small_file_is_written_as_it_was_asked(UnbufferedWrites wish, bool unbuffered)
    {
        await using var get = Fixture(2 << 20);
        get.Adjust = request => request with { Unbuffered = wish };

        await get.GetCompleteAsync();
        Assert.Equal((unbuffered, (string?)null), (get.Result.Unbuffered, get.Result.WhyBuffered));
    }

    [Fact]
    public async Task The_result_gives_the_reason_for_buffered_writes()
    {
        await using var get = Fixture(SinkChoice.LeastUnbuffered);
        var target = $"/dev/shm/accelerator-{Guid.NewGuid():N}.bin";
        try
        {
            await get.GetAsync(8, get.Item(target: target));

            get.Check(get.Result.Failure is null, "The get should have succeeded.");
            Assert.Equal((false, "its folder is in memory"), (get.Result.Unbuffered, get.Result.WhyBuffered));
            Assert.True(get.Events.OfType<TransferEvent.Planned>().Single().Plan.Unbuffered);
        }
        finally
        {
            File.Delete(target);
        }
    }

    [Fact]
    public async Task A_file_that_was_never_opened_was_written_in_no_way()
    {
        await using var get = Fixture(2 << 20);

        await get.GetAsync(2, get.Item("/missing.bin"));

        get.AssertNothingPublished(FailureKind.NotFound);
        Assert.Null(get.Result.Unbuffered);
    }

    private static GetFixture Fixture(long length) => new GetFixture(new LoopbackOptions()).Serving(length);
}
