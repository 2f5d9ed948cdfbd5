namespace Accelerator.Engine.Tests.Mirroring;

public sealed class FolderPrintTests
{
    private static readonly ListingTime Noon = ListingTime.Local(new DateTime(2026, 1, 2, 12, 0, 0), TimePrecision.Minute);

    [Fact]
    public void It_does_not_depend_on_the_order() => Assert.Equal(FolderPrint.Of([Folder("a"), File("b", 7)]), FolderPrint.Of([File("b", 7), Folder("a")]));

    [Fact]
    public void Another_name_size_time_or_kind_is_another_content()
    {
        var print = FolderPrint.Of([Folder("a"), File("b", 7)]);
        Assert.NotEqual(print, FolderPrint.Of([Folder("a"), File("c", 7)]));
        Assert.NotEqual(print, FolderPrint.Of([Folder("a"), File("b", 8)]));
        Assert.NotEqual(print, FolderPrint.Of([Folder("a"), Folder("b")]));
        Assert.NotEqual(print, FolderPrint.Of([Folder("a"), File("b", 7) with { Time = null }]));
        Assert.NotEqual(print, FolderPrint.Of([Folder("a"), File("b", 7), File("b", 7)]));
    }

    [Fact]
    public void A_folder_without_folders_has_none() => Assert.Null(FolderPrint.Of([File("a", 7)]));

    [Fact]
    public void Folders_alone_prove_less_than_files_of_known_size_and_time()
    {
        Assert.Equal(1, FolderPrint.Of([Folder("a"), File("b", 7)])!.Value.Proof);
        Assert.Equal(4, FolderPrint.Of([Folder("a"), Folder("b")])!.Value.Proof);
        Assert.Equal(4, FolderPrint.Of([Folder("a"), File("index.html", 0)])!.Value.Proof);
    }

    private static ListingEntry Folder(string name) => new() { Name = FtpPath.FromText(name, FtpCharsets.Utf8), Kind = EntryKind.Folder, Time = Noon };

    private static ListingEntry File(string name, long size) => Folder(name) with { Kind = EntryKind.File, Size = size };
}
