using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Tests.Content;

public sealed class LoopbackTreeTests
{
    [Theory]
    [InlineData("/", "a/../../b", "/b")]
    [InlineData("/pub", "x", "/pub/x")]
    [InlineData("/pub", "/x//y/./z", "/x/y/z")]
    [InlineData("/pub/deep", "..", "/pub")]
    [InlineData("/pub", "", "/pub")]
    public void Paths_resolve_inside_the_root(string directory, string argument, string expected) =>
        Assert.Equal(expected, LoopbackPath.Resolve(directory, argument));

    [Fact]
    public void A_path_with_a_character_that_is_not_one_byte_is_refused()
    {
        var tree = new LoopbackTree();
        Assert.Throws<ArgumentException>(() => tree.AddText("/한글", "x"));
        tree.AddText(LoopbackPath.FromUtf8("/한글"), "x");
        Assert.NotNull(tree.Find("/\u00ED\u0095\u009C\u00EA\u00B8\u0080"));
    }

    [Fact]
    public void A_rename_leaves_the_old_file_alone_and_a_change_in_place_does_not()
    {
        var tree = new LoopbackTree();
        var first = tree.AddText("/f", "old");

        tree.ReplaceInPlace("/f", FileContent.FromBytes("new"u8));
        Assert.Equal(3, first.Size);
        Assert.Same(first, tree["/f"]);
        Assert.Equal(LoopbackTree.DefaultModifiedUtc.AddMinutes(1), first.ModifiedUtc);

        tree.ReplaceByRename("/f", FileContent.FromBytes("newer"u8));
        Assert.Equal(3, first.Size);
        Assert.Equal(5, tree["/f"].Size);
        Assert.Equal(LoopbackTree.DefaultModifiedUtc.AddMinutes(2), tree["/f"].ModifiedUtc);
    }

    [Fact]
    public void A_file_can_be_resized_touched_and_removed()
    {
        var tree = new LoopbackTree();
        tree.AddText("/dir/f", "0123456789");
        var when = new DateTimeOffset(1999, 12, 31, 23, 59, 59, TimeSpan.Zero);
        tree.Resize("/dir/f", 4);
        tree.Touch("/dir/f", when);
        Assert.Equal((4, when), (tree["/dir/f"].Size, tree["/dir/f"].ModifiedUtc));

        tree.Remove("/dir/f");
        Assert.Null(tree.Find("/dir/f"));
        Assert.Throws<FileNotFoundException>(() => tree["/dir/f"]);
        Assert.Throws<FileNotFoundException>(() => tree.ReplaceByRename("/dir/f", FileContent.Constant(1, 0)));
    }

    [Fact]
    public void A_name_is_either_a_file_or_a_directory()
    {
        var tree = new LoopbackTree();
        tree.AddText("/a/b", "x");
        Assert.Throws<ArgumentException>(() => tree.AddText("/a", "x"));
        Assert.Throws<ArgumentException>(() => tree.AddText("/a/b/c", "x"));
    }
}
