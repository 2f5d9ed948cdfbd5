namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Reads the data of a transfer and checks it.</summary>
internal static class TransferChecks
{
    /// <summary>Reads up to the end of the data.</summary>
    public static async Task<byte[]> ReadToEndAsync(this DataTransfer transfer)
    {
        var bytes = new MemoryStream();
        var buffer = new byte[8192];
        while (await transfer.ReadAsync(buffer).AsTask().SoonAsync() is > 0 and var read) bytes.Write(buffer, 0, read);
        return bytes.ToArray();
    }

    /// <summary>Reads exactly the given number of bytes.</summary>
    public static async Task<byte[]> ReadExactlyAsync(this DataTransfer transfer, int count)
    {
        var bytes = new byte[count];
        Assert.Equal(count, await transfer.FillAsync(bytes).AsTask().SoonAsync());
        return bytes;
    }

    /// <summary>
    /// Asserts that the data ends with these bytes, and the transfer with a reply of this code, or without a reply if it is null.
    /// </summary>
    public static async Task ExpectEndAsync(this DataTransfer transfer, byte[] content, int? code = 226)
    {
        Assert.Equal(content, await transfer.ReadToEndAsync());
        Assert.Equal(code, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
    }
}
