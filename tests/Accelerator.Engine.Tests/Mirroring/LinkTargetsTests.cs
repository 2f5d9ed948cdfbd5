namespace Accelerator.Engine.Tests.Mirroring;

public sealed class LinkTargetsTests
{
    [Theory]
    [InlineData("/pub", "", "a.txt", LinkLeadKind.File)]
    [InlineData("/pub", "", "./sub//b.txt", LinkLeadKind.File)]
    [InlineData("/pub", "sub", "../a.txt", LinkLeadKind.File)]
    [InlineData("/pub", "sub", "b.txt", LinkLeadKind.File)]
    [InlineData("/pub", "sub", "/pub/a.txt", LinkLeadKind.File)]
    [InlineData("/pub", "", "../pub/a.txt", LinkLeadKind.File)]
    [InlineData("/pub/", "sub", "../../pub/sub/b.txt", LinkLeadKind.File)]
    [InlineData("pub", "sub", "../a.txt", LinkLeadKind.File)]
    [InlineData("", "sub", "../a.txt", LinkLeadKind.File)]
    [InlineData("/", "", "/a.txt", LinkLeadKind.File)]
    [InlineData("/pub", "", "sub", LinkLeadKind.Folder)]
    [InlineData("/pub", "", "sub/", LinkLeadKind.Folder)]
    [InlineData("/pub", "sub", "..", LinkLeadKind.Folder)]
    [InlineData("/pub", "", "missing.txt", LinkLeadKind.Nowhere)]
    [InlineData("/pub", "", "sub/a.txt", LinkLeadKind.Nowhere)]
    [InlineData("/pub", "", "../etc/passwd", LinkLeadKind.Outside)]
    [InlineData("/pub", "", "/etc/passwd", LinkLeadKind.Outside)]
    [InlineData("/pub", "", "/public/a.txt", LinkLeadKind.Outside)]
    [InlineData("/pub", "", "../../../../pub/a.txt", LinkLeadKind.Outside)]
    [InlineData("pub", "", "/pub/a.txt", LinkLeadKind.Outside)]
    [InlineData("/pub", "", null, LinkLeadKind.Untold)]
    [InlineData("/pub", "", "", LinkLeadKind.Untold)]
    internal void A_link_leads_where_its_words_say(string root, string folder, string? target, LinkLeadKind kind)
    {
        var links = new LinkTargets(Path(root));
        links.Add(Path(""), [Entry("a.txt", EntryKind.File, 5), Entry("sub", EntryKind.Folder, null)]);
        links.Add(Path("sub"), [Entry("b.txt", EntryKind.File, 5), Entry("other", EntryKind.Link, null)]);
        var lead = links.Follow(Path(folder), target is null ? null : Path(target));
        Assert.Equal(kind, lead.Kind);
        Assert.Equal(kind == LinkLeadKind.File ? 5 : null, lead.Size);
    }

    private static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    private static ListingEntry Entry(string name, EntryKind kind, long? size) => new() { Name = Path(name), Kind = kind, Size = size };
}
