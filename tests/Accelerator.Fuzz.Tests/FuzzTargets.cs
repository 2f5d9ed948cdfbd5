using Accelerator.Fuzz.Tests.Targets;

namespace Accelerator.Fuzz.Tests;

/// <summary>
/// All components that read untrusted bytes. A target's seeds and words are in <c>Seeds/NAME.txt</c>; listings and replies also start from
/// the corpora and transcripts.
/// </summary>
internal static class FuzzTargets
{
    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        // Longer than the longest reply.
        Make("replies", ReplyTarget.Read, SeedFiles.Transcripts()) with { LongestInput = 80 << 10, InputsBeforeCommit = 25 },
        // A reply of five bytes is read in eleven ways.
        Make("answers", AnswerTarget.Read, SeedFiles.Transcripts()) with { AllocatedPerByte = 8000, InputsBeforeCommit = 25 },
        Make("passive", PassiveTarget.Read) with { LongestInput = 80 << 10, InputsBeforeCommit = 150 },
        // Each command is read in six ways.
        Make("gateway", GatewayTarget.Read) with { LongestInput = 12 << 10, AllocatedPerByte = 8000 },
        // Each head is read in two ways, byte by byte.
        Make("http-request", HttpRequestTarget.Read) with { LongestInput = 20 << 10, AllocatedPerByte = 8000 },
        // Each input makes three connections.
        Make("proxy", ProxyTarget.Read) with { LongestInput = 12 << 10, AllocatedPerByte = 20_000, InputsBeforeCommit = 100 },
        Make("features", FeatureTarget.Read, SeedFiles.Transcripts()) with { InputsBeforeCommit = 75 },
        Listing("mlsd", ListingTarget.Mlsd, "Facts") with { InputsBeforeCommit = 25 },
        Listing("nlst", ListingTarget.Nlst, "Names"),
        Listing("unix", ListingTarget.List, "Unix"),
        Listing("dos", ListingTarget.List, "Dos"),
        Listing("vms", ListingTarget.List, "Vms"),
        Listing("eplf", ListingTarget.List, "Eplf"),
        Listing("os400", ListingTarget.List, "Os400"),
        Listing("mvs", ListingTarget.List, "Mvs"),
        Listing("nonstop", ListingTarget.List, "NonStop"),
        // Without z/VM: its names are composed of two words.
        Listing("rare-hosts", ListingTarget.List, "Os2", "NameFirst", "SizeFirst", "Gcos8", "Tops20", "Dls"),
        Make("times", TimeTarget.Read),
        Make("url", UrlTarget.Read),
        // The work of both is proportional to the product of the two lengths.
        Make("pattern", PatternTarget.Read) with { LongestInput = 2 << 10 },
        Make("glob", GlobTarget.Read) with { LongestInput = 2 << 10 },
        Make("product", ProductTarget.Read) with { LongestInput = 2 << 10 },
        Make("journal", JournalTarget.Read),
        Make("mirror-record", MirrorRecordTarget.Read),
        Make("site", SiteTarget.Read),
        Make("profile", ProfileTarget.Read),
        Make("tune-journal", TuneJournalTarget.Read),
        // Each problem names its key and the valid values; a template may expand to a thousand folders.
        Make("job-file", JobFileTarget.Read) with { LongestInput = 4 << 10, AllocatedPerByte = 20_000 },
        // A file is read again after each of some changes.
        Make("configuration", ConfigurationTarget.Read) with { LongestInput = 4 << 10, AllocatedPerByte = 20_000 },
        // Each line may be a document, and a refusal is an exception.
        Make("control", ControlTarget.Read) with { LongestInput = 4 << 10, AllocatedPerByte = 20_000 },
        // Each list is written and read once more.
        Make("checksums", ChecksumTarget.Read) with { LongestInput = 8 << 10, AllocatedPerByte = 8000 },
        Make("netrc", NetrcTarget.Read),
        // Every name is written and read back a dozen times.
        Make("local-name", LocalNameTarget.Read) with { LongestInput = 4 << 10, AllocatedPerByte = 8000 },
        // Each entry of PATH is compared with the current folder.
        Make("program", ProgramTarget.Read) with { LongestInput = 4 << 10, AllocatedPerByte = 8000 },
        Make("safe-text", SafeTextTarget.Read),
        Make("secret-mask", SecretMaskTarget.Read) with { InputsBeforeCommit = 75 },
    ];

    public static FuzzTarget Find(string name) =>
        All.FirstOrDefault(target => target.Name == name)
        ?? throw new FormatException($"There is no target \"{name}\". There are: {string.Join(' ', All.Select(target => target.Name))}.");

    // An entry may have two bytes and is read three times; a name that is invalid in its charset costs an exception at each read.
    private static FuzzTarget Listing(string name, Func<byte[], bool> check, params string[] forms) => Make(name, check, forms.SelectMany(SeedFiles.Corpora)) with { AllocatedPerByte = 10_000, InputsBeforeCommit = 150 };

    private static FuzzTarget Make(string name, Func<byte[], bool> check, IEnumerable<byte[]>? more = null)
    {
        var (seeds, words) = SeedFiles.Of(name);
        return new FuzzTarget(name, [.. seeds, .. more ?? []], words, check);
    }
}
