using System.CommandLine;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Doctor;

/// <summary>The options of <c>ftpx doctor</c>.</summary>
internal sealed class DoctorOptionTable : OptionTable
{
    public DoctorOptionTable()
    {
        Folder = Word(["--folder"], "FOLDER", "the current folder", "Where downloads go: its disk is measured. It is left as it was.");
        Bandwidth = Value<long?>("--bandwidth", "BITS", "what the adapter says", "Speed of the line in bits per second: 10G, 800M.", text => LineSpeed.Parse(text));
        Bind = Values("--bind", "PATH", "none", "Address or interface of this computer whose way to the server is looked at; several, with commas or by several --bind.", static text => text);
        Profile = Word(["--profile"], "NAME", "the one that fits", "Hold this computer against another profile of ftpx tune.");
        Json = Flag("--json", "One JSON object a line.");
        Bundle = Word(["--bundle"], "FILE", "none", "Write a zip for support in place of the page, secrets masked.");
        Log = Values("--log", "FILE", "none", "Put the end of this log into the bundle; may be given several times.", text => text);
    }

    public Argument<string?> Address { get; } = new("URL")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "A server, to have the way to it measured; a file on it, to have ftpx probe's measurements in the bundle.",
    };

    public Option<string?> Folder { get; }

    public Option<long?> Bandwidth { get; }

    public Option<IReadOnlyList<string>?> Bind { get; }

    public Option<string?> Profile { get; }

    public Option<bool> Json { get; }

    public Option<string?> Bundle { get; }

    public Option<IReadOnlyList<string>?> Log { get; }
}
