using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Accelerator.MethodList;

/// <summary>The assemblies of a folder, the project's own first.</summary>
internal sealed class AssemblySet
{
    private readonly AssemblyFile[] _files;
    private readonly Dictionary<string, AssemblyFile> _byName;

    private AssemblySet(IEnumerable<AssemblyFile> files)
    {
        _files = [.. files.OrderBy(file => !file.IsOwn).ThenBy(file => file.Name, StringComparer.Ordinal)];
        _byName = _files.ToDictionary(file => file.Name, StringComparer.Ordinal);
    }

    /// <summary>The framework's core library.</summary>
    public AssemblyFile Core => Named("System.Private.CoreLib");

    /// <summary>Opens all assemblies of some folders. Of two with the same name, the first one counts.</summary>
    /// <param name="folders">The folders, separated as in PATH.</param>
    public static AssemblySet Open(string folders)
    {
        var found = folders.Split(Path.PathSeparator).SelectMany(folder => Directory.GetFiles(folder, "*.dll")).Select(TryOpen).OfType<AssemblyFile>();
        return new AssemblySet(found.DistinctBy(file => file.Name, StringComparer.Ordinal));
    }

    public AssemblyFile Named(string name) => _byName.TryGetValue(name, out var file) ? file : throw new FileNotFoundException($"There is no assembly {name}.");

    /// <summary>Returns a type by its name in reflection's form, without arguments, or null.</summary>
    public TypeIn? Find(string name)
    {
        foreach (var file in _files)
            if (file.Find(name) is { } type)
                return type;
        return null;
    }

    private static AssemblyFile? TryOpen(string path)
    {
        var image = new PEReader(File.OpenRead(path));
        return image.HasMetadata && image.GetMetadataReader() is { IsAssembly: true } reader ? new AssemblyFile(image, reader) : null;
    }
}

/// <summary>One assembly.</summary>
internal sealed class AssemblyFile(PEReader image, MetadataReader reader)
{
    private Dictionary<string, TypeDefinitionHandle>? _types;

    public MetadataReader Reader => reader;

    public string Name { get; } = reader.GetString(reader.GetAssemblyDefinition().Name);

    /// <summary>Whether it is of this project.</summary>
    public bool IsOwn => Name is "ftpx" or "ftpxd" || Name.StartsWith("Accelerator.", StringComparison.Ordinal);

    public TypeIn? Find(string name)
    {
        // The reader uses the image's memory.
        GC.KeepAlive(image);
        _types ??= reader.TypeDefinitions.GroupBy(FullName).ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        return _types.TryGetValue(name, out var handle) ? new TypeIn(this, handle) : null;
    }

    private string FullName(TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var name = reader.GetString(type.Name);
        if (!type.GetDeclaringType().IsNil) return FullName(type.GetDeclaringType()) + "+" + name;
        return type.Namespace.IsNil ? name : reader.GetString(type.Namespace) + "." + name;
    }
}

/// <summary>A type definition and its assembly.</summary>
internal sealed record TypeIn(AssemblyFile Assembly, TypeDefinitionHandle Handle)
{
    public TypeDefinition Definition => Assembly.Reader.GetTypeDefinition(Handle);

    /// <summary>Whether it is a structure or an enumeration.</summary>
    public bool IsValueType
    {
        get
        {
            var reader = Assembly.Reader;
            var (space, name) = Definition.BaseType switch
            {
                { IsNil: false, Kind: HandleKind.TypeReference } parent when reader.GetTypeReference((TypeReferenceHandle)parent) is var type => (type.Namespace, type.Name),
                { IsNil: false, Kind: HandleKind.TypeDefinition } parent when reader.GetTypeDefinition((TypeDefinitionHandle)parent) is var type => (type.Namespace, type.Name),
                _ => default,
            };
            // System.Enum, which derives from ValueType, is a class.
            return !name.IsNil && reader.StringComparer.Equals(space, "System") &&
                (reader.StringComparer.Equals(name, "Enum") || (reader.StringComparer.Equals(name, "ValueType") && !reader.StringComparer.Equals(Definition.Name, "Enum")));
        }
    }
}
