using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Fxp;

/// <summary>One algorithm that both servers compute, each with its own command.</summary>
public sealed record FxpHash
{
    private FxpHash(HashCommand source, HashCommand destination) => (Source, Destination) = (source, destination);

    internal HashCommand Source { get; }

    internal HashCommand Destination { get; }

    /// <summary>The display name: <c>HASH SHA-256</c>, or <c>XSHA256</c> and <c>HASH SHA-256</c>.</summary>
    public string Name => Source.Name == Destination.Name ? Source.Name : $"{Source.Name} and {Destination.Name}";

    /// <summary>Whether it is CRC32, which other content can match too.</summary>
    public bool IsChecksum => Destination.Digits <= 8;

    /// <summary>Returns the algorithms that both servers claim, strongest first.</summary>
    public static IReadOnlyList<FxpHash> Common(FtpFeatures source, FtpFeatures destination)
    {
        var (left, right) = (HashCommand.Listed(source), HashCommand.Listed(destination).ToList());
        return
        [
            .. from one in left
               let other = right.FirstOrDefault(command => command.Kind == one.Kind)
               where other is not null
               orderby one.Digits descending
               group new FxpHash(one, other) by one.Kind into ways
               select ways.First(),
        ];
    }
}
