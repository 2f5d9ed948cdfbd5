using System.Buffers.Binary;
using System.Reflection.PortableExecutable;

namespace Accelerator.Interop.Tests.Executable;

/// <summary>
/// The resources of a Windows executable, read as bytes, without Windows. If a resource has several languages, the first one is read.
/// </summary>
internal sealed class PeResources
{
    private const int Icon = 3;
    private const int GroupIcon = 14;
    private const int Version = 16;
    private const int Manifest = 24;

    // winnt.h: IMAGE_RESOURCE_DIRECTORY, IMAGE_RESOURCE_DIRECTORY_ENTRY.
    private const int DirectoryHead = 16;
    private const int DirectoryEntry = 8;
    private const uint IsDirectory = 0x80000000;

    private readonly byte[] _image;
    private readonly PEHeaders _headers;
    private readonly int _root;

    private PeResources(byte[] image)
    {
        _image = image;
        _headers = new PEHeaders(new MemoryStream(image));
        Assert.True(_headers.TryGetDirectoryOffset(_headers.PEHeader!.ResourceTableDirectory, out _root), "The file has no resources.");
    }

    public static PeResources Read(string path) => new(File.ReadAllBytes(path));

    public string ReadManifest() => Encoding.UTF8.GetString(Single(Manifest)).TrimStart('\uFEFF');

    /// <summary>Name and value of each string of the version resource.</summary>
    public IReadOnlyDictionary<string, string> ReadVersion()
    {
        var strings = new Dictionary<string, string>();
        ReadBlock(Single(Version), strings);
        return strings;
    }

    /// <summary>Edge in pixels, bits a pixel and content of each image of the first icon.</summary>
    public IReadOnlyList<(int Edge, int Bits, byte[] Content)> ReadIcon()
    {
        var list = Single(GroupIcon);
        var images = Entries(Find(_root, Icon)).ToDictionary(entry => entry.Id, entry => Leaf(entry.Offset));
        return
        [
            .. from number in Enumerable.Range(0, U16(list, 4))
               let row = list[(6 + (14 * number))..]
               select (row[0] == 0 ? 256 : row[0], U16(row, 6), images[U16(row, 12)]),
        ];
    }

    private byte[] Single(int type) => Leaf(Assert.Single(Entries(Find(_root, type))).Offset);

    private uint Find(int directory, int id)
    {
        var found = Entries(directory).Where(entry => entry.Id == id).ToList();
        Assert.True(found.Count == 1, $"The file has no resource of type {id}.");
        return found[0].Offset;
    }

    private List<(int Id, uint Offset)> Entries(uint offset) => Entries(_root + (int)(offset & ~IsDirectory));

    private List<(int Id, uint Offset)> Entries(int directory)
    {
        var count = U16(_image, directory + 12) + U16(_image, directory + 14);
        return [.. Enumerable.Range(0, count).Select(i => directory + DirectoryHead + (i * DirectoryEntry)).Select(at => ((int)U32(at), U32(at + 4)))];
    }

    // A name leads to its languages, a language to the data.
    private byte[] Leaf(uint offset)
    {
        while ((offset & IsDirectory) != 0) offset = Entries(offset).First().Offset;
        var entry = _root + (int)offset;
        var size = (int)U32(entry + 4);
        Assert.True(_headers.TryGetDirectoryOffset(new DirectoryEntry((int)U32(entry), size), out var start), "A resource lies in no section.");
        return _image[start..(start + size)];
    }

    // verrsrc.h: length, length of the value, type, name, padding, value, padding, the blocks within. A value of text is counted in characters.
    private static void ReadBlock(ReadOnlySpan<byte> block, Dictionary<string, string> strings)
    {
        var (valueLength, isText) = (U16(block, 2), U16(block, 4) == 1);
        var name = ReadText(block[6..]);
        var value = Padded(6 + (2 * (name.Length + 1)));
        var next = Padded(value + (isText ? 2 * valueLength : valueLength));
        if (isText && valueLength > 0) strings[name] = ReadText(block[value..]);
        while (next < block.Length)
        {
            var length = U16(block, next);
            ReadBlock(block.Slice(next, length), strings);
            next = Padded(next + length);
        }
    }

    private static string ReadText(ReadOnlySpan<byte> bytes)
    {
        var text = Encoding.Unicode.GetString(bytes);
        return text[..text.IndexOf('\0')];
    }

    private static int Padded(int offset) => (offset + 3) / 4 * 4;

    private static int U16(ReadOnlySpan<byte> bytes, int offset) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[offset..]);

    private uint U32(int offset) => BinaryPrimitives.ReadUInt32LittleEndian(_image.AsSpan(offset));
}
