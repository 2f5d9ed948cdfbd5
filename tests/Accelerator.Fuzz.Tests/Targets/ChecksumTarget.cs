using Accelerator.Cli.Checksums;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Transfers;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// A list of checksums: either it is refused with a sentence that can be printed, or each of its names is relative and finds its digest,
/// also after the list was written as sha256sum writes it.
/// </summary>
internal static class ChecksumTarget
{
    public static bool Read(byte[] input)
    {
        foreach (var charset in Foreign.Charsets.Take(2))
        {
            if (!Foreign.IsTaken<ChecksumList, UsageException>(() => ChecksumList.Read(input, "SUMS", charset), out var list, refusal =>
            {
                Assert.StartsWith("SUMS", refusal.Message);
                Assert.EndsWith(".", refusal.Message);
                Foreign.AssertSafe(refusal.Message);
            })) return false;

            // What is not UTF-8 may be read in another charset as other characters.
            var written = new StringBuilder();
            foreach (var (name, digests) in list.Digests)
            {
                Assert.True(name.Length > 0 && name[0] is not ('/' or '\\'), SafeText.Escape(name));
                Assert.DoesNotContain("..", name.Split('/', '\\'));
                Assert.All(digests, digest => Assert.Equal(digest.Value.Length, digest.Value.Count(char.IsAsciiHexDigit)));
                Assert.Equal(digests.MaxBy(digest => digest.Kind), list.Find("/folder/" + name));
                if (!Foreign.IsWhole(name)) continue;
                foreach (var digest in digests) written.Append(ChecksumLine.Write(name, digest.Value)).Append('\n');
            }
            if (written.Length == 0) continue;
            var again = ChecksumList.Read(Encoding.UTF8.GetBytes(written.ToString()), "SUMS", charset);
            Assert.All(again.Digests, pair => Assert.Equal(list.Digests[pair.Key], pair.Value));
        }
        return true;
    }
}
