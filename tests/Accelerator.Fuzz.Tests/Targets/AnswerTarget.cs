namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>The values that commands parse from a reply: a size, a time, a folder, a digest, or none.</summary>
internal static class AnswerTarget
{
    private static readonly FtpPath File = FtpPath.FromText("a.bin", FtpCharsets.Utf8);

    public static bool Read(byte[] input)
    {
        var isTaken = false;
        foreach (var reply in ReplyTarget.All(input))
        {
            Foreign.AssertSafe(reply.ToString());
            var size = Ask(FtpCommands.Size(File), reply);
            Assert.True(size is null or >= 0);
            var modified = Ask(FtpCommands.Mdtm(File), reply);
            Assert.True(modified is null || modified.All(c => c is > ' ' and < (char)127));
            Ask(FtpCommands.Mlst(File), reply);
            Foreign.AssertSafe(Ask(FtpCommands.Syst, reply));
            foreach (var digits in (int[])[8, 32, 40, 64, 128])
            {
                if (Ask(FtpCommands.Hash("HASH", File, digits, length: null), reply) is not { } digest) continue;
                Assert.Equal(digits, digest.Length);
                Assert.All(digest, c => Assert.True(char.IsAsciiHexDigitLower(c)));
            }
            foreach (var charset in Foreign.Charsets) AssertFolder(reply, charset);
            isTaken |= size is not null || modified is not null;
        }
        return isTaken;
    }

    private static void AssertFolder(FtpReply reply, Encoding charset)
    {
        if (Ask(FtpCommands.Pwd(charset), reply) is not { } folder) return;
        Assert.False(folder.IsEmpty);
        Foreign.AssertSafe(folder.ToString());
        Assert.True(Encoding.Latin1.GetBytes(reply.Text.Replace("\"\"", "\"")).AsSpan().IndexOf(folder.Bytes.Span) >= 0);
    }

    private static T? Ask<T>(FtpCommand<T> command, FtpReply reply)
    {
        Foreign.IsTaken<T, FtpReplyException>(() => command.Read(command, reply), out var answer, refusal => Foreign.AssertSafe(refusal.Message));
        return answer;
    }
}
