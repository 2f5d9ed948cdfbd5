using Accelerator.Ftp.Data;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

internal static class DataReading
{
    /// <summary>Everything up to the end of the data.</summary>
    public static async Task<byte[]> ReadToEndAsync(this DataTransfer transfer)
    {
        var bytes = new MemoryStream();
        var buffer = new byte[8192];
        while (await transfer.ReadAsync(buffer).AsTask().SoonAsync() is > 0 and var read) bytes.Write(buffer, 0, read);
        return bytes.ToArray();
    }

    /// <summary>Exactly so many bytes.</summary>
    public static async Task<byte[]> ReadExactlyAsync(this DataTransfer transfer, int count)
    {
        var bytes = new byte[count];
        for (var filled = 0; filled < count;)
        {
            var read = await transfer.ReadAsync(bytes.AsMemory(filled)).AsTask().SoonAsync();
            Assert.NotEqual(0, read);
            filled += read;
        }
        return bytes;
    }
}
